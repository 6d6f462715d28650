// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"

namespace assay::properties::laws {
namespace {

Tensor expanded(const Tensor& tensor, const Index4& extents) {
  Tensor full(tensor.type(), extents);
  for_each_index(extents, [&](const Index4& index) {
    Index4 from = index;
    for (std::size_t a = 0; a < from.size(); ++a) {
      if (tensor.extents()[a] == 1) from[a] = 0;
    }
    full.set_bits(index, tensor.bits(from));
  });
  return full;
}

impls::Support applies(const Problem& problem) {
  const Broadcast full{{true, true, true, true}};
  const bool mask = problem.mask && *problem.mask != full;
  const bool bias = problem.bias && *problem.bias != full;
  if (!mask && !bias) return impls::Support::no("no mask or bias is broadcast");
  return known_dropout(problem);
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  const Broadcast full{{true, true, true, true}};
  Call changed = call;
  if (call.problem.mask) {
    changed.problem.mask = full;
    changed.inputs.mask = expanded(*call.inputs.mask, broadcast_extents(call.problem, full));
  }
  if (call.problem.bias) {
    changed.problem.bias = full;
    changed.inputs.bias = expanded(*call.inputs.bias, broadcast_extents(call.problem, full));
  }
  return hold_to(Law{}, kernel, call, changed);
}

}  // namespace

Property mask_broadcast() {
  return {"mask_broadcast", "A broadcast mask or bias means the same as the one expanded to (batch, head, query, key).",
          "Broadcasting by aligned axes; a (batch, key) mask read as (query, key) passes every shape check "
          "when batch = query length.",
          applies, check};
}

}  // namespace assay::properties::laws
