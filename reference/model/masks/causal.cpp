// SPDX-License-Identifier: Apache-2.0
#include "reference/model/mask.hpp"

namespace assay::masks {

MaskRule causal() {
  return {
      .name = "causal",
      .claim =
          "key j is visible to query i when j <= i + offset (offset by the anchor: top-left, bottom-right or given)",
      .applies = [](const Problem& p) { return p.causal; },
      .visible = [](const Problem& p, const Inputs& in, const RowIndex& row,
                    std::int64_t key) { return key <= row.query + query_offset(p, in, row.batch); }};
}

}  // namespace assay::masks
