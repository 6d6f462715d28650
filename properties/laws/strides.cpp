// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"

namespace assay::properties::laws {
namespace {

/// Strides of a tensor whose axes lie in memory in this order, outermost first, with `gap` unused elements
/// behind every run.
Index4 strides_in_order(const Index4& extents, const std::array<std::size_t, 4>& order, std::int64_t gap) {
  Index4 strides{};
  std::int64_t step = 1;
  for (std::size_t n = order.size(); n-- > 0;) {
    strides[order[n]] = step;
    step *= extents[order[n]];
    if (n + 1 == order.size()) step += gap;
  }
  return strides;
}

/// The same elements in a new layout, every gap filled with bits that are NaN, true or a large number when read
/// by mistake.
Tensor spread(const Tensor& tensor, const Index4& strides) {
  Tensor moved(tensor.type(), tensor.extents(), strides);
  std::memset(moved.bytes(), 0xff, moved.storage_bytes());
  for_each_index(tensor.extents(), [&](const Index4& index) { moved.set_bits(index, tensor.bits(index)); });
  return moved;
}

Call laid_out(const Call& call, const std::array<std::size_t, 4>& order, std::int64_t gap) {
  Call changed = call;
  for_each_tensor(call.inputs, [&](const std::string& name, const Tensor& tensor) {
    set_tensor(changed.inputs, name, spread(tensor, strides_in_order(tensor.extents(), order, gap)));
  });
  return changed;
}

impls::Support applies(const Problem&) { return impls::Support::yes(); }

Verdict check(const impls::Kernel& kernel, const Call& call) {
  if (!kernel.promises().any_strides) return NotApplicable{"the kernel takes contiguous tensors only"};
  const Call plain = laid_out(call, {0, 1, 2, 3}, 0);
  Verdict verdict = hold_to({}, kernel, plain, laid_out(call, {0, 2, 1, 3}, 0));  // length before heads
  if (!is_bad(verdict)) verdict = worse(verdict, hold_to({}, kernel, plain, laid_out(call, {0, 1, 2, 3}, 5)));  // gaps
  if (!is_bad(verdict))
    verdict = worse(verdict, hold_to({}, kernel, plain, laid_out(call, {2, 1, 0, 3}, 3)));  // length outermost
  return verdict;
}

}  // namespace

Property strides() {
  return {"strides",
          "Where the elements lie in memory changes nothing: contiguous, length before heads, gaps between runs.",
          "Strides are addresses, not numbers; real callers pass slices and transposed views.", applies, check};
}

}  // namespace assay::properties::laws
