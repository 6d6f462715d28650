// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault mask_adds_ten_thousand() {
  return misreading_fault("mask_adds_ten_thousand",
                          {.broken = "a boolean mask adds -10000: a row that sees no key attends to all of them",
                           .source = "https://github.com/microsoft/onnxruntime/pull/8549",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "key_permutation", "duplicated_keys"},
                           .trigger = "a row whose keys the boolean mask hides, all of them",
                           .inside = "tq=3 tk=4 dk=4 mask=11qk masks=empty-row",
                           .outside = "tq=3 tk=4 dk=4 mask=11qk masks=holes",
                           .bug_class = "MASK-FINITE",
                           .suspect = "mask_adds_finite"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            if (!problem.mask) return;
                            const bool shown = problem.convention.mask_true == MaskTrue::Visible;
                            const Tensor mask = *inputs.mask;
                            problem.mask.reset();
                            inputs.mask.reset();
                            add_scores(problem, inputs, [&](const Index4& at) {
                              return (mask.get_broadcast(at) != 0) == shown ? 0 : -1e4;
                            });
                          }});
}

}  // namespace assay::impls::faults
