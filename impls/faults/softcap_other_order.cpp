// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault softcap_other_order() {
  return misreading_fault("softcap_other_order",
                          {.broken = "the soft cap and the added terms are applied in the other order",
                           .source = "https://github.com/NVIDIA/TransformerEngine/pull/3391",
                           .honest_twin = "tiled",
                           .killers = {"reference", "weights_recovered", "saturation"},
                           .trigger = "a soft cap with an additive mask or ALiBi",
                           .inside = "tq=2 tk=5 dk=4 softcap=1 bias=11qk",
                           .outside = "tq=2 tk=5 dk=4 softcap=1",
                           .bug_class = "SOFTCAP",
                           .suspect = "softcap_other_order"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            CapOrder& order = problem.convention.cap_order;
                            order = order == CapOrder::BeforeBias ? CapOrder::AfterBias : CapOrder::BeforeBias;
                          }});
}

}  // namespace assay::impls::faults
