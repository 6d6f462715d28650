// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect probabilities_truncated() {
  return {.name = "probabilities_truncated",
          .claim = "probabilities are cut instead of rounded",
          .source = "https://github.com/tenstorrent/tt-metal/pull/27171",
          .variants = 2 * probability_variants,
          .replay = [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
            return replay_probabilities(row, exact, cutting_to(variant % 2 == 0 ? "bf16" : "fp16"), variant / 2);
          }};
}

}  // namespace assay::properties::suspects
