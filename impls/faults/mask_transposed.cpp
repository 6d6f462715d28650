// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault mask_transposed() {
  return misreading_fault(
      "mask_transposed",
      {.broken = "a (query, key) mask is read as (key, query)",
       .source = "https://github.com/cs231n/cs231n.github.io/issues/279",
       .honest_twin = "tiled",
       .killers = {"reference", "key_permutation", "weights_recovered"},
       .trigger = "a boolean mask with queries and keys, as many of the one as of the other",
       .inside = "tq=5 tk=5 dk=4 mask=11qk masks=empty-row",
       .outside = "tq=5 tk=5 dk=4 mask=111k",
       .bug_class = "MASK-BCAST",
       .suspect = "mask_axis"},
      {.rewrite =
           [](Problem& problem, Inputs& inputs) {
             if (problem.mask && problem.mask->has[2] && problem.mask->has[3])
               inputs.mask = rearranged(*inputs.mask, [](const Index4& to) {
                 return Index4{to[0], to[1], to[3], to[2]};
               });
           },
       .supports =
           [](const Problem& problem) {
             const bool both = problem.mask && problem.mask->has[2] && problem.mask->has[3];
             return both && problem.extents.query_length != problem.extents.key_length
                        ? Support::no("a (key, query) mask does not fit unless there are as many keys as queries")
                        : Support::yes();
           }});
}

}  // namespace assay::impls::faults
