// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {
namespace {

void show_one_more(Problem& problem, Inputs&) {
  if (!problem.causal) return;
  problem.causal = false;
  const std::int64_t one_more = problem.convention.window_count == WindowCount::CountsSelf ? 2 : 1;
  problem.window.right = std::min(problem.window.right.value_or(one_more), one_more);
}

}  // namespace

Fault causal_one_key_too_many() {
  return misreading_fault("causal_one_key_too_many",
                          {.broken = "the causal limit shows one key beyond the diagonal",
                           .source = "https://github.com/huggingface/transformers/issues/39408",
                           .honest_twin = "tiled",
                           .killers = {"reference", "causal_prefix", "hidden_keys_ignored", "weights_recovered"},
                           .trigger = "causal with a key beyond the diagonal of some query",
                           .inside = "tq=2 tk=2 dk=2 causal=top-left",
                           .outside = "tq=2 tk=2 dk=2 causal=offset:1",
                           .bug_class = "CAUSAL-OFF",
                           .suspect = "causal_one_key_more"},
                          {.rewrite = show_one_more});
}

}  // namespace assay::impls::faults
