// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "impls/kernel.hpp"

namespace assay::impls {

/// Which way the errors of the emulated exponentials go; each is as large as the declaration allows.
enum class ExpErrors { Rounded, Up, Down, BySign, Random };

/// Ways to leave the declared arithmetic, to show that a judge sees them.
struct Departures {
  bool probabilities_truncated = false;  ///< toward zero instead of to nearest
  bool output_truncated = false;
  double exp_noise = 0;  ///< relative, uniform in both directions, on every exponential
};

/// A kernel that computes in a declared arithmetic, bit for bit: what the declaration allows, made flesh, so that a
/// bound can be attacked. A model of a kernel, not a kernel: slow, and labelled "emulated".
///
/// Block after block in ascending key order (one block for block = 0): scores through the qk accumulator, running
/// maximum, exponentials with errors placed by ExpErrors, probabilities rounded to their format, rescaled pv
/// accumulation, division and logarithm as declared. BySign puts the exponentials' errors up where the value (column 0)
/// is positive and down where it is negative. Soft cap, bias, ALiBi, sinks and dropout as the explicit kernel adds
/// them. normalised_first computes the whole row before it rounds. Splits are equal ranges of key positions, each
/// divided by its own row sum and merged by its log-sum-exp.
KernelPointer emulated_kernel(const Arithmetic& arithmetic, ExpErrors errors = ExpErrors::Random,
                              std::uint64_t seed = 0, Departures departures = {});

}  // namespace assay::impls
