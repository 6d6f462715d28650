// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault rescale_factor_in_half() {
  return slip_fault(
      "rescale_factor_in_half",
      {.broken = "the rescale factor is held in fp16, where it is inexact and vanishes below 2^-24",
       .source = "https://github.com/ggml-org/llama.cpp/pull/13991",
       .killers = {"reference", "key_permutation", "row_sums", "duplicated_keys"},
       .trigger = "a running maximum that rises between tiles of 16 keys",
       .inside = "tq=2 tk=40 dk=4 scores=rising:0.25",
       .outside = "tq=2 tk=16 dk=4 scores=rising:0.25",
       .bug_class = "OVERFLOW",
       .suspect = ""},
      {.rescale_out = [](float old_maximum, float maximum) { return to_half(std::exp(old_maximum - maximum)); }});
}

}  // namespace assay::impls::faults
