// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault keys_up_to_query_length() {
  return misreading_fault("keys_up_to_query_length",
                          {.broken = "the query length is used for the keys as well: later ones are not read",
                           .source = "https://github.com/jax-ml/jax/issues/24491",
                           .honest_twin = "tiled",
                           .killers = {"reference", "key_permutation", "duplicated_keys", "score_variance"},
                           .trigger = "more keys than queries",
                           .inside = "tq=3 tk=8 dk=4",
                           .outside = "tq=8 tk=8 dk=4",
                           .bug_class = "TAIL",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            replace_mask(problem, inputs, [&](const RowPlace&, std::int64_t key, bool visible) {
                              return visible && key < problem.extents.query_length;
                            });
                          }});
}

}  // namespace assay::impls::faults
