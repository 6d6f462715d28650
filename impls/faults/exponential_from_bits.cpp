// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>
#include <numbers>

#include "impls/whole_matrix.hpp"

namespace assay::impls::faults {

Fault exponential_from_bits() {
  return matrix_fault("exponential_from_bits",
                      {.broken = "the exponential is a linear function written into the bits of a float",
                       .source = "https://github.com/sonos/tract/pull/2318",
                       .killers = {"reference", "score_variance", "weights_recovered"},
                       .trigger = "weights other than 1",
                       .inside = "tq=2 tk=5 dk=4",
                       .outside = "tq=2 tk=1 dk=4",
                       .bug_class = "ROUND",
                       .suspect = "inexact_exp"},
                      {.exponential = [](float difference) {
                        const float bits = difference * (0x1p23f * std::numbers::log2e_v<float>)+0x1.fcp29f;
                        return bits > 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : 0.0f;
                      }});
}

}  // namespace assay::impls::faults
