// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {
namespace {

bool exchange(const Problem& problem, std::optional<Broadcast>& axes, std::optional<Tensor>& tensor, int variant) {
  if (!axes) return false;
  const Extents& e = problem.extents;
  if (variant == 0) {
    if (!axes->has[2] || !axes->has[3] || e.query_length != e.key_length) return false;
    tensor = rearranged(*tensor, [](const Index4& to) { return Index4{to[0], to[1], to[3], to[2]}; });
    return true;
  }
  if (*axes != Broadcast{{true, false, false, true}} || e.batch != e.query_length) return false;
  axes = Broadcast{{false, false, true, true}};
  Tensor moved(tensor->type(), {1, 1, e.batch, e.key_length});
  for_each_index(moved.extents(), [&](const Index4& to) { moved.set_bits(to, tensor->bits({to[2], 0, 0, to[3]})); });
  tensor = std::move(moved);
  return true;
}

}  // namespace

Suspect mask_axis() {
  return {.name = "mask_axis",
          .claim = "the mask's axes are exchanged: queries and keys, or examples and queries",
          .source = "https://github.com/hyunwoongko/transformer/pull/40",
          .variants = 2,
          .rewrite = [](Problem& problem, Inputs& inputs, int variant) {
            const bool mask = exchange(problem, problem.mask, inputs.mask, variant);
            const bool bias = exchange(problem, problem.bias, inputs.bias, variant);
            return mask || bias;
          }};
}

}  // namespace assay::properties::suspects
