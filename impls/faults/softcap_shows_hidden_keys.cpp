// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "impls/faults/bases/whole_matrix.hpp"

namespace assay::impls::faults {

Fault softcap_shows_hidden_keys() {
  return matrix_fault("softcap_shows_hidden_keys",
                      {.broken = "the soft cap comes behind the mask: hidden keys have the score -c and weight",
                       .source = "https://github.com/onnx/onnx/issues/7865",
                       .killers = {"reference", "causal_prefix", "padding_extension", "shift_invariance"},
                       .trigger = "a soft cap with a hidden key",
                       .inside = "tq=3 tk=3 dk=4 softcap=2 causal=top-left",
                       .outside = "tq=3 tk=3 dk=4 softcap=2",
                       .bug_class = "SOFTCAP",
                       .suspect = ""},
                      {.scores = [](const Problem& problem, const Inputs&, HeadMatrices& scores) {
                        if (!problem.softcap) return;
                        for (float& score : scores.numbers)
                          score = std::max(score, -static_cast<float>(*problem.softcap));
                      }});
}

}  // namespace assay::impls::faults
