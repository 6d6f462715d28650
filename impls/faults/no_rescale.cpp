// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault no_rescale() {
  return slip_fault(
      "no_rescale",
      {.broken = "sums of earlier tiles are not rescaled when the running maximum rises",
       .source = "https://github.com/paiml/aprender/issues/2706",
       .killers = {"reference", "key_permutation"},
       .trigger = "more than one tile of 16 keys and a maximum that rises between tiles",
       .inside = "tq=2 tk=40 dk=4 scores=rising",
       .outside = "tq=2 tk=16 dk=4 scores=rising",
       .bug_class = "ONLINE",
       .suspect = ""},
      {.rescale_sum = [](float, float) { return 1.0f; }, .rescale_out = [](float, float) { return 1.0f; }});
}

}  // namespace assay::impls::faults
