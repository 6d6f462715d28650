// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault output_truncated() {
  return slip_fault("output_truncated",
                    {.broken = "outputs are rounded towards zero",
                     .source = "https://github.com/ROCm/flash-attention/pull/78",
                     .killers = {"reference", "weights_recovered", "linear_in_value", "saturation"},
                     .trigger = "outputs that their format does not hold",
                     .inside = "tq=2 tk=40 dk=4 dtype=bf16",
                     .outside = "tq=2 tk=40 dk=4 values=constant dtype=bf16",
                     .bug_class = "ROUND",
                     .suspect = "output_truncated"},
                    {.output = [](float element, const FloatFormat& format) {
                      const double nearest = round_to(format, element);
                      return std::abs(nearest) > std::abs(element)
                                 ? static_cast<float>(nearest - std::copysign(ulp(format, element), nearest))
                                 : static_cast<float>(nearest);
                    }});
}

}  // namespace assay::impls::faults
