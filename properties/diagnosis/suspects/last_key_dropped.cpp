// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect last_key_dropped() {
  return {.name = "last_key_dropped",
          .claim = "the last key, of all or of those that a row sees, is not read",
          .source = "https://github.com/NVIDIA/TransformerEngine/issues/3331",
          .variants = 2,
          .rewrite = [](Problem& problem, Inputs& inputs, int variant) {
            const std::int64_t last = problem.extents.key_length - 1;
            if (variant == 0) return hide_keys(problem, inputs, last, last + 1);
            const Problem asked = problem;
            RowIndex of{-1, -1, -1};
            std::int64_t last_seen = -1;
            return replace_visibility(problem, inputs, [&](const RowIndex& row, std::int64_t key, bool sees) {
              if (row != of && sees) of = row, last_seen = visible_keys(asked, inputs, row).back();
              return sees && key != last_seen;
            });
          }};
}

}  // namespace assay::properties::suspects
