// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault dropout_mask_of_first_head() {
  return misreading_fault("dropout_mask_of_first_head",
                          {.broken = "all heads drop the same weights",
                           .source = "https://github.com/Dao-AILab/flash-attention/issues/2088",
                           .honest_twin = "tiled",
                           .killers = {"reference", "batch_head_independence"},
                           .trigger = "dropout in training with more than one head",
                           .inside = "hq=3 hkv=3 tq=2 tk=9 dk=4 dropout=0.5 mode=train",
                           .outside = "hq=1 tq=2 tk=9 dk=4 dropout=0.5 mode=train",
                           .bug_class = "DROPOUT",
                           .suspect = ""},
                          {.rewrite = [](Problem&, Inputs& inputs) {
                            if (inputs.dropout_keep)
                              inputs.dropout_keep = rearranged(*inputs.dropout_keep, [](const Index4& to) {
                                return Index4{to[0], 0, to[2], to[3]};
                              });
                          }});
}

}  // namespace assay::impls::faults
