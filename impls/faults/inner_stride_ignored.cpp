// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault inner_stride_ignored() {
  return misreading_fault("inner_stride_ignored",
                          {.broken = "elements of a row are read as if they lay side by side",
                           .source = "https://github.com/pytorch/pytorch/pull/187506",
                           .honest_twin = "tiled",
                           .killers = {"reference", "batch_invariant", "padding_extension", "key_permutation"},
                           .trigger = "rows whose elements lie apart",
                           .inside = "tq=2 tk=5 dk=4 layout=spread",
                           .outside = "tq=2 tk=5 dk=4 layout=padded",
                           .bug_class = "STRIDE",
                           .suspect = ""},
                          {.rewrite = [](Problem&, Inputs& inputs) {
                            for (Tensor* tensor : {&inputs.query, &inputs.key, &inputs.value}) {
                              Index4 strides = tensor->strides();
                              strides[3] = 1;
                              *tensor = read_with_strides(*tensor, strides);
                            }
                          }});
}

}  // namespace assay::impls::faults
