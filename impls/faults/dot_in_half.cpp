// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault dot_in_half() {
  return slip_fault("dot_in_half",
                    {.broken = "the dot product is held in 16 bits before it is scaled",
                     .source = "https://github.com/PaddlePaddle/Paddle/pull/41933",
                     .killers = {"reference", "saturation", "row_sums", "convex_hull"},
                     .trigger = "a dot product beyond 65504, or scores that 11 bits do not hold",
                     .inside = "tq=2 tk=5 dk=64 scores=common-mean:60",
                     .outside = "tq=2 tk=5 dk=4 scores=integers values=integers",
                     .bug_class = "OVERFLOW",
                     .suspect = "dot_sixteen_bit"},
                    {.dot = to_half});
}

}  // namespace assay::impls::faults
