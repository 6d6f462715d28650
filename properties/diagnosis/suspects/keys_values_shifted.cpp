// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect keys_values_shifted() {
  return {.name = "keys_values_shifted",
          .claim = "each weight meets the value of a neighbouring key",
          .source = "https://github.com/tanishqkumar/ssd/pull/22",
          .variants = 2,
          .rewrite = [](Problem& problem, Inputs& inputs, int variant) {
            const std::int64_t keys = problem.extents.key_length, by = variant == 0 ? 1 : keys - 1;
            if (keys == 1) return false;
            inputs.value = rearranged(inputs.value, [&](const Index4& to) {
              return Index4{to[0], to[1], (to[2] + by) % keys, to[3]};
            });
            return true;
          }};
}

}  // namespace assay::properties::suspects
