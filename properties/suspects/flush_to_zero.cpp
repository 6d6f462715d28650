// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {
namespace {

bool flush(Tensor& tensor) {
  bool any = false;
  for_each_index(tensor.extents(), [&](const Index4& at) {
    const double x = tensor.get(at);
    if (x == 0 || !(std::fabs(x) < tensor.type().format.min_normal())) return;
    tensor.set(at, 0);
    any = true;
  });
  return any;
}

}  // namespace

Suspect flush_to_zero() {
  return {.name = "flush_to_zero",
          .claim = "subnormal numbers become zero",
          .source = "numerics, underflow",
          .variants = 2,
          .rewrite =
              [](Problem&, Inputs& inputs, int variant) {
                if (variant == 1) return true;
                const bool query = flush(inputs.query), key = flush(inputs.key), value = flush(inputs.value);
                return query || key || value;
              },
          .result =
              [](const reference::RowData& row, const reference::RowResult&, int, Prediction& prediction) {
                for (double& o : prediction.out)
                  if (std::fabs(o) < row.problem->out.min_normal()) o = 0;
                return true;
              }};
}

}  // namespace assay::properties::suspects
