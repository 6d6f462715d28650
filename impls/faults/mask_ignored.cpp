// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault mask_ignored() {
  return misreading_fault("mask_ignored",
                          {.broken = "the boolean mask is not applied",
                           .source = "https://github.com/deepspeedai/DeepSpeed/issues/1912",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "weights_recovered"},
                           .trigger = "a boolean mask that hides a key",
                           .inside = "tq=3 tk=20 dk=4 mask=11qk",
                           .outside = "tq=3 tk=20 dk=4 mask=11qk masks=all",
                           .bug_class = "MASK-DROP",
                           .suspect = "mask_ignored"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            problem.mask.reset();
                            inputs.mask.reset();
                          }});
}

}  // namespace assay::impls::faults
