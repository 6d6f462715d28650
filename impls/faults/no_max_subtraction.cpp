// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault no_max_subtraction() {
  return slip_fault("no_max_subtraction",
                    {.broken = "the row maximum is not subtracted before the exponential",
                     .source = "https://github.com/HabanaAI/vllm-fork/issues/275",
                     .killers = {"reference", "shift_invariance"},
                     .trigger = "scores above 88, where the exponential overflows, or all far below zero",
                     .inside = "tq=2 tk=3 dk=4 scores=offset:200",
                     .outside = "tq=2 tk=3 dk=4",
                     .harmless_below = 88,
                     .bug_class = "OVERFLOW",
                     .suspect = "no_maximum"},
                    {.maximum = [](float, float) { return 0.0f; }});
}

}  // namespace assay::impls::faults
