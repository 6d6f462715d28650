// SPDX-License-Identifier: Apache-2.0
#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect probabilities_truncated() {
  return {.name = "probabilities_truncated",
          .claim = "probabilities are cut instead of rounded",
          .source = "numerics, statistics",
          .variants = 12,
          .replay =
              [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
                constexpr std::int64_t blocks[] = {16, 32, 64, 128, 0, 0};
                const int n = variant / 2;
                return replay_row(row, exact,
                                  {.probability = cutting_to(variant % 2 == 0 ? "bf16" : "fp16"),
                                   .block = blocks[n],
                                   .normalised = n == 5});
              }};
}

}  // namespace assay::properties::suspects
