// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {
namespace {

/// The same memory with `length` rows a head: behind the last one comes the next head, behind that the first again.
Tensor read_past(const Tensor& tensor, std::int64_t length) {
  const Index4 e = tensor.extents();
  Tensor longer(tensor.type(), {e[0], e[1], length, e[3]});
  for_each_index(longer.extents(), [&](const Index4& to) {
    const std::int64_t row = (to[1] * e[2] + to[2]) % (e[1] * e[2]);
    longer.set_bits(to, tensor.bits({to[0], row / e[2], row % e[2], to[3]}));
  });
  return longer;
}

}  // namespace

Fault keys_read_to_query_length() {
  return misreading_fault(
      "keys_read_to_query_length",
      {.broken = "the query length is used for the keys as well: what lies behind the last key is read",
       .source = "https://github.com/Dao-AILab/flash-attention/issues/20",
       .honest_twin = "tiled",
       .killers = {"reference", "batch_head_independence", "key_permutation", "duplicated_keys"},
       .trigger = "more queries than keys",
       .inside = "hq=2 hkv=2 tq=8 tk=3 dk=4",
       .outside = "hq=2 hkv=2 tq=3 tk=3 dk=4",
       .bug_class = "OOB",
       .suspect = ""},
      {.rewrite =
           [](Problem& problem, Inputs& inputs) {
             if (problem.extents.query_length <= problem.extents.key_length || problem.extents.key_length == 0) return;
             inputs.key = read_past(inputs.key, problem.extents.query_length);
             inputs.value = read_past(inputs.value, problem.extents.query_length);
             problem.extents.key_length = problem.extents.query_length;
           },
       .supports =
           [](const Problem& problem) {
             const bool more = problem.mask || problem.bias || problem.segments || problem.causal || problem.alibi ||
                               problem.window.left || problem.window.right || problem.dropout.training;
             return more ? Support::no("positions and masks beyond the last key have no meaning") : Support::yes();
           }});
}

}  // namespace assay::impls::faults
