// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault mask_inverted() {
  return misreading_fault("mask_inverted",
                          {.broken = "true of the boolean mask is taken for its opposite",
                           .source = "https://github.com/harvard-edge/cs249r_book/pull/1785",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "score_variance", "weights_recovered"},
                           .trigger = "a boolean mask",
                           .inside = "tq=3 tk=20 dk=4 mask=11qk",
                           .outside = "tq=3 tk=20 dk=4",
                           .bug_class = "MASK-POL",
                           .suspect = "mask_inverted"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            MaskTrue& meaning = problem.convention.mask_true;
                            meaning = meaning == MaskTrue::Visible ? MaskTrue::Hidden : MaskTrue::Visible;
                          }});
}

}  // namespace assay::impls::faults
