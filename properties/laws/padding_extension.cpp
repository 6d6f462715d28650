// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/relations/reindex.hpp"
#include "reference/model/mask.hpp"

namespace assay::properties::laws {
namespace {

// Enough to open another tile of any usual size behind a ragged one, few enough to stay cheap.
constexpr std::int64_t appended = 37;

/// A mask with a key axis that shows everything the old one shows; masks without keys are spread over them.
void give_key_axis(Call& call) {
  Problem& problem = call.problem;
  const bool visible = problem.convention.mask_true == MaskTrue::Visible;
  Broadcast axes = problem.mask.value_or(Broadcast{});
  if (axes.has[3]) return;
  axes.has[3] = true;
  Tensor mask(ElementType::boolean(), broadcast_extents(problem, axes));
  for_each_index(mask.extents(), [&](const Index4& index) {
    mask.set(index, call.inputs.mask ? call.inputs.mask->get({index[0], index[1], index[2], 0}) : (visible ? 1 : 0));
  });
  problem.mask = axes;
  call.inputs.mask = mask;
}

Call padded(const Call& call) {
  Call base = call;
  if (!call.problem.key_lengths) {
    give_key_axis(base);
    // The bottom-right diagonal would move with the number of keys.
    Anchor& anchor = base.problem.convention.anchor;
    if (anchor.kind == Anchor::Kind::BottomRight) {
      anchor = {Anchor::Kind::Offset, query_offset(call.problem, call.inputs, 0)};
    }
  }
  const std::int64_t keys = call.problem.extents.key_length;
  auto longer = positions(keys);
  longer.resize(static_cast<std::size_t>(keys + appended),
                0);  // copies of key 0: they would count if they were seen
  Call changed = reindex(base, {.keys = longer});
  if (!call.problem.key_lengths) {
    Tensor& mask = *changed.inputs.mask;
    const double hidden = call.problem.convention.mask_true == MaskTrue::Visible ? 0 : 1;
    for_each_index(mask.extents(), [&](const Index4& index) {
      if (index[3] >= keys) mask.set(index, hidden);
    });
  }
  return changed;
}

impls::Support applies(const Problem& problem) {
  if (problem.extents.key_length == 0) return impls::Support::no("there is no key to repeat");
  if (problem.convention.empty_row == EmptyRow::Mean)
    return impls::Support::no("empty rows are the mean of all value rows");
  return known_dropout(problem);
}

Verdict check(const impls::Kernel& kernel, const Call& call) { return hold_to(Law{}, kernel, call, padded(call)); }

}  // namespace

Property padding_extension() {
  return {"padding_extension", "Hidden keys appended behind the others, by key length or by mask, change nothing.",
          "Padding a batch to a common length is not part of the mathematics.", applies, check};
}

}  // namespace assay::properties::laws
