// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault exponential_has_a_floor() {
  return slip_fault("exponential_has_a_floor",
                    {.broken = "the exponential never falls below 2^-14, and hidden keys keep that much",
                     .source = "https://github.com/torch-spyre/torch-spyre/pull/4522",
                     .killers = {"reference", "causal_prefix", "padding_extension", "convex_hull"},
                     .trigger = "a hidden key, or a score 10 below the maximum",
                     .inside = "tq=3 tk=3 dk=4 causal=top-left",
                     .outside = "tq=3 tk=3 dk=4",
                     .bug_class = "ROUND",
                     .suspect = ""},
                    {.weight = [](float score, float maximum) { return std::max(std::exp(score - maximum), 0x1p-14f); },
                     .visit_hidden = true});
}

}  // namespace assay::impls::faults
