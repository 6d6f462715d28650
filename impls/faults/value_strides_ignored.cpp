// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault value_strides_ignored() {
  return misreading_fault("value_strides_ignored",
                          {.broken = "values are read as if they lay close together, whatever their strides",
                           .source = "https://github.com/flagos-ai/FlagGems/issues/5896",
                           .honest_twin = "tiled",
                           .killers = {"reference", "strides", "batch_invariant", "batch_head_independence"},
                           .trigger = "values that do not lie close together",
                           .inside = "hq=2 hkv=2 tq=2 tk=5 dk=4 layout=bthd",
                           .outside = "hq=2 hkv=2 tq=2 tk=5 dk=4",
                           .bug_class = "STRIDE",
                           .suspect = ""},
                          {.rewrite = [](Problem&, Inputs& inputs) {
                            inputs.value = read_with_strides(inputs.value, contiguous_strides(inputs.value.extents()));
                          }});
}

}  // namespace assay::impls::faults
