// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"
#include "reference/model/problem_options.hpp"

namespace assay::properties::suspects {
namespace {

constexpr double sentinel = -1e4;  // the least that 16 bits are given mostly

/// The additive bias with that number wherever `hidden` is true.
void hide_by_bias(Problem& problem, Inputs& inputs, const std::function<bool(const Index4& at)>& hidden) {
  const Extents& e = problem.extents;
  Tensor bias(ElementType::of(dtype("fp64")), {e.batch, e.query_heads, e.query_length, e.key_length});
  for_each_index(bias.extents(), [&](const Index4& at) {
    bias.set(at, (problem.bias ? inputs.bias->get_broadcast(at) : 0) + (hidden(at) ? sentinel : 0));
  });
  problem.bias = Broadcast{{true, true, true, true}};
  inputs.bias = std::move(bias);
  problem.mask.reset();
  inputs.mask.reset();
}

}  // namespace

// Variants: the boolean mask does, or causality, window and segments as well.
Suspect mask_adds_finite() {
  return {.name = "mask_adds_finite",
          .claim = "masks add a finite number: a query that they hide every key from attends to all the same",
          .source = "https://github.com/microsoft/onnxruntime/pull/8549",
          .variants = 2,
          .rewrite = [](Problem& problem, Inputs& inputs, int variant) {
            const Problem asked = problem;
            const Inputs given = inputs;
            Problem of_mask = plain_problem(problem.extents, problem.dtype.name);
            of_mask.mask = problem.mask;
            of_mask.convention = problem.convention;
            if (variant == 0 && !problem.mask) return false;
            hide_by_bias(problem, inputs, [&](const Index4& at) {
              return !visible(variant == 0 ? of_mask : asked, given, {at[0], at[1], at[2]}, at[3]);
            });
            if (variant == 0) return true;
            show_by_mask_alone(problem);
            inputs.query_segments.reset();
            inputs.key_segments.reset();
            Problem open = asked;
            show_by_mask_alone(open);
            return open != asked;
          }};
}

}  // namespace assay::properties::suspects
