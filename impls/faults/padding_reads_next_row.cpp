// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {
namespace {

/// Rows of `width` elements; those beyond a row's end are the first ones of the next row, 0 behind the last.
Tensor padded_rows(const Tensor& tensor, std::int64_t width) {
  const Index4 e = tensor.extents();
  Tensor padded(tensor.type(), {e[0], e[1], e[2], width});
  for_each_index(padded.extents(), [&](const Index4& to) {
    const std::int64_t n = to[2] * e[3] + to[3];
    if (n < e[2] * e[3]) padded.set_bits(to, tensor.bits({to[0], to[1], n / e[3], n % e[3]}));
  });
  return padded;
}

}  // namespace

Fault padding_reads_next_row() {
  return misreading_fault("padding_reads_next_row",
                          {.broken = "the head size is filled up to a multiple of 8 with what follows: the next row",
                           .source = "https://github.com/thu-ml/SageAttention/issues/23",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "key_permutation", "duplicated_keys"},
                           .trigger = "a head size that is no multiple of 8",
                           .inside = "tq=3 tk=5 dk=5",
                           .outside = "tq=3 tk=5 dk=8",
                           .bug_class = "HEADDIM",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            const std::int64_t padded = (problem.extents.head_dim + 7) / 8 * 8;
                            problem.scale = scale_value(problem);
                            inputs.query = padded_rows(inputs.query, padded);
                            inputs.key = padded_rows(inputs.key, padded);
                            problem.extents.head_dim = padded;
                          }});
}

}  // namespace assay::impls::faults
