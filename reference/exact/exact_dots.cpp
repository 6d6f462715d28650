// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/exact_dots.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace assay::reference {

BitSpan bit_span(const double* values, std::size_t count) {
  BitSpan span;
  for (std::size_t n = 0; n < count; ++n) {
    if (values[n] == 0 || !std::isfinite(values[n])) continue;
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(values[n]), &exponent);  // in [1/2, 1)
    const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    span.high = std::max(span.high, exponent);
    span.low = std::min(span.low, exponent - 53 + std::countr_zero(significand));
  }
  return span;
}

bool exact_dots(const RowData& row) {
  const BitSpan query = bit_span(row.query.data(), row.query.size());
  if (query.high < query.low) return true;  // all zero
  const int growth = std::bit_width(row.query.size() - 1);
  for (const std::int64_t key : row.keys) {
    const BitSpan span = row.head->key_spans[static_cast<std::size_t>(key)];
    const bool zero = span.high < span.low;
    const bool normal = query.low + span.low >= -1022;
    if (!zero && (!normal || query.high + span.high + growth - query.low - span.low > 53)) return false;
  }
  return true;
}

}  // namespace assay::reference
