// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "reference/model/arithmetic.hpp"

namespace assay::impls {

/// One product's factors, both exact in their formats.
struct Factors {
  double a;
  double b;
};

/// A sum of products under an accumulator, starting from `start`, bit for bit as the description says: a chain of
/// roundings, a pairwise tree added to the start, or a tensor core's instructions (published model: exponents of the
/// factors, not of the product, set the alignment, and a subnormal factor counts with the smallest normal exponent of
/// `factors`), in groups where they are promoted. AnyOrder runs from the last term to the first. Results below the
/// smallest normal number become zero when flush is set.
double accumulate(const Accumulator& accumulator, double start, std::span<const Factors> terms,
                  const FloatFormat& factors, bool flush);

/// Round to a format, flushing subnormal results when asked.
double rounded(const FloatFormat& format, double value, bool flush);

}  // namespace assay::impls
