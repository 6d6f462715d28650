// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault softcap_ignored() {
  return misreading_fault("softcap_ignored",
                          {.broken = "the soft cap is not applied",
                           .source = "https://github.com/sgl-project/sglang/issues/33915",
                           .honest_twin = "tiled",
                           .killers = {"reference", "weights_recovered"},
                           .trigger = "a soft cap that scores come near",
                           .inside = "tq=2 tk=5 dk=4 softcap=1",
                           .outside = "tq=2 tk=5 dk=4",
                           .bug_class = "PARAM-DROP",
                           .suspect = "softcap_ignored"},
                          {.rewrite = [](Problem& problem, Inputs&) { problem.softcap.reset(); }});
}

}  // namespace assay::impls::faults
