// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault boolean_mask_added() {
  return misreading_fault("boolean_mask_added",
                          {.broken = "a boolean mask is added to the scores as 0 and 1",
                           .source = "https://github.com/mlverse/torch/pull/1208",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "weights_recovered"},
                           .trigger = "a boolean mask that hides some keys of a row",
                           .inside = "tq=3 tk=20 dk=4 mask=11qk",
                           .outside = "tq=3 tk=20 dk=4",
                           .bug_class = "MASK-POL",
                           .suspect = "boolean_mask_added"},
                          {.rewrite =
                               [](Problem& problem, Inputs& inputs) {
                                 if (!problem.mask) return;
                                 problem.bias = problem.mask;
                                 inputs.bias = Tensor(ElementType::of(dtype("fp64")), inputs.mask->extents());
                                 for_each_index(inputs.mask->extents(),
                                                [&](const Index4& at) { inputs.bias->set(at, inputs.mask->get(at)); });
                                 problem.mask.reset();
                                 inputs.mask.reset();
                               },
                           .supports =
                               [](const Problem& problem) {
                                 return problem.mask && problem.bias
                                            ? Support::no("a boolean mask is added, so there is no room for a bias")
                                            : Support::yes();
                               }});
}

}  // namespace assay::impls::faults
