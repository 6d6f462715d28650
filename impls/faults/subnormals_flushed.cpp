// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {
namespace {

float flushed(float value) { return std::abs(value) < 0x1p-126f ? 0.0f : value; }

}  // namespace

Fault subnormals_flushed() {
  return slip_fault("subnormals_flushed",
                    {.broken = "numbers below the smallest normal one become 0 when they are read and written",
                     .source = "https://github.com/iree-org/iree/pull/22041",
                     .killers = {"reference", "linear_in_value", "saturation"},
                     .trigger = "inputs below 2^-126, or outputs below the smallest normal number of their format",
                     .inside = "tq=2 tk=5 dk=4 values=tiny",
                     .outside = "tq=2 tk=5 dk=4",
                     .bug_class = "ROUND",
                     .suspect = "flush_to_zero"},
                    {.input = flushed, .value = flushed, .output = [](float element, const FloatFormat& format) {
                       return std::abs(element) < format.min_normal() ? 0.0f : element;
                     }});
}

}  // namespace assay::impls::faults
