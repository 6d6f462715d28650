// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect last_tile_dropped() {
  return {.name = "last_tile_dropped",
          .claim = "the last tile of keys is not read",
          .source = "https://github.com/NVIDIA/cutlass/issues/2428",
          .variants = 4,
          .rewrite = [](Problem& problem, Inputs& inputs, int variant) {
            const std::int64_t keys = problem.extents.key_length, tile = tile_sizes[variant];
            return hide_keys(problem, inputs, (keys - 1) / tile * tile, keys);
          }};
}

}  // namespace assay::properties::suspects
