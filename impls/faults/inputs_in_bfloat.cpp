// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault inputs_in_bfloat() {
  return misreading_fault("inputs_in_bfloat",
                          {.broken = "queries and keys of fp32 are multiplied in bf16",
                           .source = "https://github.com/jax-ml/jax/issues/9973",
                           .honest_twin = "plain_online",
                           .killers = {"reference", "weights_recovered"},
                           .trigger = "queries or keys of fp32 that 8 bits do not hold",
                           .inside = "tq=2 tk=5 dk=4",
                           .outside = "tq=2 tk=5 dk=4 dtype=fp16",
                           .bug_class = "ROUND",
                           .suspect = "inputs_sixteen_bit"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            if (problem.dtype.storage_bits() < 32) return;
                            for (Tensor* tensor : {&inputs.query, &inputs.key})
                              for_each_index(tensor->extents(), [&](const Index4& at) {
                                tensor->set(at, to_bfloat(static_cast<float>(tensor->get(at))));
                              });
                          }});
}

}  // namespace assay::impls::faults
