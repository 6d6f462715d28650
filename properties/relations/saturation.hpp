// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "properties/call.hpp"
#include "reference/exact/row_result.hpp"

namespace assay::properties {

/// The visible key (as a position among the visible ones) that takes the whole weight of a row: all other
/// weights together round it to 1 in the format. Nothing when no key does, or when the row has fewer than two
/// terms.
std::optional<std::size_t> winning_key(const reference::RowResult& exact, bool sink, const FloatFormat& format);

/// A diagnosis for reports: in how many rows softmax is one-hot to the last bit of the output's dtype, where no
/// gradient gets through.
struct Saturation {
  std::int64_t rows = 0;  ///< that see at least two terms
  std::int64_t saturated = 0;
  double least_gradient =
      1;  ///< the least a(1 - a) over rows, a the largest weight: the diagonal of softmax's Jacobian
};

/// By exact weights; no kernel is asked.
Saturation measure_saturation(const Call& call);

}  // namespace assay::properties
