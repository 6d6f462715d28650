// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect scores_sixteen_bit() {
  return {.name = "scores_sixteen_bit",
          .claim = "scores are rounded to 16 bits",
          .source = "https://github.com/huggingface/transformers/pull/33317",
          .variants = 2,
          .replay = [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
            return replay_row(row, exact, {.score = rounding_to(variant == 0 ? "fp16" : "bf16")});
          }};
}

}  // namespace assay::properties::suspects
