// SPDX-License-Identifier: Apache-2.0
#include "reference/model/mask.hpp"

namespace assay::masks {

MaskRule window() {
  return {.name = "window",
          .claim =
              "key j is visible to query i when i + offset - left <= j <= i + offset + right, both ends included "
              "(counts-self: one key fewer on each side)",
          .applies = [](const Problem& p) { return p.window != Window{}; },
          .visible =
              [](const Problem& p, const Inputs& in, const RowIndex& row, std::int64_t key) {
                const std::int64_t distance = key - row.query - query_offset(p, in, row.batch);
                const std::int64_t self = p.convention.window_count == WindowCount::CountsSelf ? 1 : 0;
                if (p.window.left && -distance > *p.window.left - self) return false;
                return !p.window.right || distance <= *p.window.right - self;
              }};
}

}  // namespace assay::masks
