// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect probabilities_fp16() {
  return {.name = "probabilities_fp16",
          .claim = "probabilities are rounded to fp16",
          .source = "https://github.com/ggml-org/llama.cpp/issues/28124",
          .variants = probability_variants,
          .replay = [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
            return replay_probabilities(row, exact, rounding_to("fp16"), variant);
          }};
}

}  // namespace assay::properties::suspects
