// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault last_query_tile_unwritten() {
  return misreading_fault("last_query_tile_unwritten",
                          {.broken = "the queries of a last tile that is not full get no output",
                           .source = "https://github.com/ggml-org/llama.cpp/pull/7904",
                           .honest_twin = "tiled",
                           .killers = {"reference", "repeatable", "strides", "stateless"},
                           .trigger = "a query length that is no multiple of 16",
                           .inside = "tq=17 tk=5 dk=4",
                           .outside = "tq=16 tk=5 dk=4",
                           .bug_class = "TAIL",
                           .suspect = ""},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            const std::int64_t full = problem.extents.query_length / 16 * 16;
                            const std::uint64_t unwritten = unwritten_bits(problem.out);
                            for_each_index(outputs.out.extents(), [&](const Index4& at) {
                              if (at[2] >= full) outputs.out.set_bits(at, unwritten);
                            });
                          }});
}

}  // namespace assay::impls::faults
