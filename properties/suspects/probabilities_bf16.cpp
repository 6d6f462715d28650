// SPDX-License-Identifier: Apache-2.0
#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect probabilities_bf16() {
  return {.name = "probabilities_bf16",
          .claim = "probabilities are rounded to bf16",
          .source = "numerics, replay bound",
          .variants = 6,
          .replay =
              [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
                constexpr std::int64_t blocks[] = {16, 32, 64, 128, 0, 0};
                const bool normalised = variant == 5;
                return replay_row(
                    row, exact,
                    {.probability = rounding_to("bf16"), .block = blocks[variant], .normalised = normalised});
              }};
}

}  // namespace assay::properties::suspects
