// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault dropout_mask_transposed() {
  return misreading_fault("dropout_mask_transposed",
                          {.broken = "the dropout mask is read in the order (key, query)",
                           .source = "https://github.com/Dao-AILab/flash-attention/pull/2439",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "key_permutation", "duplicated_keys"},
                           .trigger = "dropout in training with more than one query and key",
                           .inside = "tq=4 tk=9 dk=4 dropout=0.5 mode=train",
                           .outside = "tq=1 tk=9 dk=4 dropout=0.5 mode=train",
                           .bug_class = "DROPOUT",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            const std::int64_t queries = problem.extents.query_length,
                                               keys = problem.extents.key_length;
                            if (inputs.dropout_keep)
                              inputs.dropout_keep = rearranged(*inputs.dropout_keep, [&](const Index4& to) {
                                const std::int64_t n = to[3] * queries + to[2];
                                return Index4{to[0], to[1], n / keys, n % keys};
                              });
                          }});
}

}  // namespace assay::impls::faults
