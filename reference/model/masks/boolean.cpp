// SPDX-License-Identifier: Apache-2.0
#include "reference/model/mask.hpp"

namespace assay::masks {

MaskRule boolean() {
  return {
      .name = "boolean",
      .claim =
          "a boolean tensor, broadcast over its axes of extent 1, says which keys are visible (polarity by mask_true)",
      .applies = [](const Problem& p) { return p.mask.has_value(); },
      .visible =
          [](const Problem& p, const Inputs& in, const RowIndex& row, std::int64_t key) {
            const bool set = in.mask->get_broadcast({row.batch, row.head, row.query, key}) != 0;
            return set == (p.convention.mask_true == MaskTrue::Visible);
          }};
}

}  // namespace assay::masks
