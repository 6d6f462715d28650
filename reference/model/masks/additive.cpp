// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "reference/model/mask.hpp"

namespace assay::masks {

MaskRule additive() {
  return {.name = "additive",
          .claim = "an additive tensor hides a key by -inf; finite values only shift its score",
          .applies = [](const Problem& p) { return p.bias.has_value(); },
          .visible =
              [](const Problem&, const Inputs& in, const RowIndex& row, std::int64_t key) {
                const double bias = in.bias->get_broadcast({row.batch, row.head, row.query, key});
                return bias != -std::numeric_limits<double>::infinity();
              }};
}

}  // namespace assay::masks
