// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>
#include <numbers>

#include "impls/faults/bases/whole_matrix.hpp"

namespace assay::impls::faults {

Fault exponential_from_bits() {
  return exponential_fault("exponential_from_bits",
                           {.broken = "the exponential is a linear function written into the bits of a float",
                            .source = "https://github.com/sonos/tract/pull/2318",
                            .trigger = "weights other than 1"},
                           [](float difference) {
                             const float bits = difference * (0x1p23f * std::numbers::log2e_v<float>)+0x1.fcp29f;
                             return bits > 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : 0.0f;
                           });
}

}  // namespace assay::impls::faults
