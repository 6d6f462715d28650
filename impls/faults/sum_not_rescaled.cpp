// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault sum_not_rescaled() {
  return slip_fault("sum_not_rescaled",
                    {.broken = "the row sum is not rescaled when the running maximum rises",
                     .source = "https://github.com/paiml/aprender/issues/2706",
                     .killers = {"reference", "key_permutation", "row_sums", "duplicated_keys"},
                     .trigger = "more than one tile of 16 keys and a maximum that rises between tiles",
                     .inside = "tq=2 tk=40 dk=4 scores=rising",
                     .outside = "tq=2 tk=16 dk=4 scores=rising",
                     .bug_class = "ONLINE",
                     .suspect = ""},
                    {.rescale_sum = [](float, float) { return 1.0f; }});
}

}  // namespace assay::impls::faults
