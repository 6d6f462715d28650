// SPDX-License-Identifier: Apache-2.0
#include "reference/model/mask.hpp"

namespace assay::masks {

MaskRule key_lengths() {
  return {.name = "lengths",
          .claim = "key j of batch b is visible when j < key_lengths[b]",
          .applies = [](const Problem& p) { return p.key_lengths; },
          .visible =
              [](const Problem&, const Inputs& in, const RowIndex& row, std::int64_t key) {
                return static_cast<double>(key) < in.key_lengths->get({row.batch, 0, 0, 0});
              }};
}

}  // namespace assay::masks
