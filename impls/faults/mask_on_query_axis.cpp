// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {
namespace {

bool by_batch_and_key(const std::optional<Broadcast>& axes) {
  return axes && *axes == Broadcast{{true, false, false, true}};
}

/// (batch, 1, 1, keys) read as (1, 1, batch, keys), as right-aligned broadcasting of a (batch, keys) tensor does.
void move_to_query_axis(std::optional<Broadcast>& axes, std::optional<Tensor>& tensor) {
  if (!by_batch_and_key(axes)) return;
  axes = Broadcast{{false, false, true, true}};
  const Index4 from = tensor->extents();
  Tensor moved(tensor->type(), {1, 1, from[0], from[3]});
  for_each_index(moved.extents(), [&](const Index4& to) { moved.set_bits(to, tensor->bits({to[2], 0, 0, to[3]})); });
  tensor = moved;
}

void align_right(Problem& problem, Inputs& inputs) {
  move_to_query_axis(problem.mask, inputs.mask);
  move_to_query_axis(problem.bias, inputs.bias);
}

Support shapes_agree(const Problem& problem) {
  const bool moved = by_batch_and_key(problem.mask) || by_batch_and_key(problem.bias);
  if (!moved || problem.extents.batch == problem.extents.query_length) return Support::yes();
  return Support::no("a (batch, key) mask does not broadcast to (query, key): batch is not the query length");
}

}  // namespace

Fault mask_on_query_axis() {
  return misreading_fault(
      "mask_on_query_axis",
      {.broken = "a (batch, key) mask lands on (query, key): every example is masked by another one's padding",
       .source = "https://github.com/hyunwoongko/transformer/pull/40",
       .honest_twin = "tiled",
       .killers = {"reference", "mask_broadcast"},
       .trigger = "a b11k mask or bias that differs between examples, with batch equal to query length",
       .inside = "b=5 tq=5 tk=40 dk=2 mask=b11k",
       .outside = "b=5 tq=4 tk=40 dk=2 mask=b1qk",
       .bug_class = "MASK-BCAST",
       .suspect = "mask_axis"},
      {.rewrite = align_right, .supports = shapes_agree});
}

}  // namespace assay::impls::faults
