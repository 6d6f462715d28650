// SPDX-License-Identifier: Apache-2.0
#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect probabilities_fp16() {
  return {.name = "probabilities_fp16",
          .claim = "probabilities are rounded to fp16",
          .source = "numerics, replay bound",
          .variants = 6,
          .replay =
              [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
                constexpr std::int64_t blocks[] = {16, 32, 64, 128, 0, 0};
                const bool normalised = variant == 5;
                return replay_row(
                    row, exact,
                    {.probability = rounding_to("fp16"), .block = blocks[variant], .normalised = normalised});
              }};
}

}  // namespace assay::properties::suspects
