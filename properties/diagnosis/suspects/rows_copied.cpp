// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {
namespace {

/// Of every row, then of one, then of the rows of the last tile.
constexpr int of_every_row = 3, of_one_row = 2;

std::int64_t source_of(std::int64_t i, std::int64_t length, int variant) {
  const std::int64_t last = length - 1, before = std::max<std::int64_t>(i - 1, 0);
  switch (variant) {
    case 0: return i / 2 * 2;
    case 1: return before;
    case 2: return 0;
    case 3: return i == last ? before : i;
    case 4: return i == 0 ? 1 : i;
    default: break;
  }
  const std::int64_t tile = tile_sizes[variant - of_every_row - of_one_row];
  return i / tile == last / tile ? before : i;
}

}  // namespace

Suspect rows_copied() {
  return {.name = "rows_copied",
          .claim = "rows of the output hold those of other queries",
          .source = "https://github.com/Dao-AILab/flash-attention/pull/2553",
          .variants = of_every_row + of_one_row + static_cast<int>(std::size(tile_sizes)),
          .taken_from = [](const Problem& problem, RowIndex& row, int variant) {
            if (problem.extents.query_length == 1) return false;
            row.query = source_of(row.query, problem.extents.query_length, variant);
            return true;
          }};
}

}  // namespace assay::properties::suspects
