// SPDX-License-Identifier: Apache-2.0
#include "reference/model/mask.hpp"

namespace assay::masks {

MaskRule segments() {
  return {
      .name = "segments",
      .claim = "key j is visible to query i when both carry the same segment number",
      .applies = [](const Problem& p) { return p.segments; },
      .visible =
          [](const Problem&, const Inputs& in, const RowIndex& row, std::int64_t key) {
            return in.query_segments->get({row.batch, 0, 0, row.query}) == in.key_segments->get({row.batch, 0, 0, key});
          }};
}

}  // namespace assay::masks
