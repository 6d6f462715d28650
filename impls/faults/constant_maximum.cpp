// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault constant_maximum() {
  return slip_fault("constant_maximum",
                    {.broken = "10 is subtracted in the place of the row maximum",
                     .source = "https://github.com/HabanaAI/vllm-fork/issues/275",
                     .killers = {"reference", "row_sums", "shift_invariance", "convex_hull"},
                     .trigger = "scores above 98, where the exponential overflows, or all far below zero",
                     .inside = "tq=2 tk=3 dk=4 scores=offset:200",
                     .outside = "tq=2 tk=3 dk=4",
                     .harmless_below = 77,
                     .bug_class = "OVERFLOW",
                     .suspect = "no_maximum"},
                    {.maximum = [](float, float) { return 10.0f; }});
}

}  // namespace assay::impls::faults
