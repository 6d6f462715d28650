// SPDX-License-Identifier: Apache-2.0
#include "impls/plain_online.hpp"
#include "impls/slip_roundings.hpp"

namespace assay::impls::faults {

Fault inputs_in_bfloat() {
  return slip_fault("inputs_in_bfloat",
                    {.broken = "queries and keys of fp32 are multiplied in bf16",
                     .source = "https://docs.jax.dev/en/latest/_autosummary/jax.default_matmul_precision.html",
                     .killers = {"reference", "weights_recovered"},
                     .trigger = "queries or keys that 8 bits do not hold",
                     .inside = "tq=2 tk=5 dk=4",
                     .outside = "tq=2 tk=5 dk=4 dtype=bf16 out=fp32",
                     .bug_class = "ROUND",
                     .suspect = "inputs_sixteen_bit"},
                    {.input = to_bfloat});
}

}  // namespace assay::impls::faults
