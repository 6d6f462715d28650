// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect head_map_first() {
  return {.name = "head_map_first",
          .claim = "every query head reads the first key head",
          .source = "https://github.com/PSAL-POSTECH/ONNXim/issues/33",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            if (problem.extents.key_heads == 1) return false;
            const auto first = [](const Index4& to) { return Index4{to[0], 0, to[2], to[3]}; };
            inputs.key = rearranged(inputs.key, first);
            inputs.value = rearranged(inputs.value, first);
            return true;
          }};
}

}  // namespace assay::properties::suspects
