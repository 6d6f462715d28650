// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect first_tile_dropped() {
  return {.name = "first_tile_dropped",
          .claim = "the first tile of keys is not read",
          .source = "https://github.com/InternLM/lmdeploy/pull/788",
          .variants = 4,
          .rewrite = [](Problem& problem, Inputs& inputs, int variant) {
            return hide_keys(problem, inputs, 0, tile_sizes[variant]);
          }};
}

}  // namespace assay::properties::suspects
