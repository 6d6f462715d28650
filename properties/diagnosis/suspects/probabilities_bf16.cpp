// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect probabilities_bf16() {
  return {.name = "probabilities_bf16",
          .claim = "probabilities are rounded to bf16",
          .source = "https://github.com/Dao-AILab/flash-attention/pull/2721",
          .variants = probability_variants,
          .replay = [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
            return replay_probabilities(row, exact, rounding_to("bf16"), variant);
          }};
}

}  // namespace assay::properties::suspects
