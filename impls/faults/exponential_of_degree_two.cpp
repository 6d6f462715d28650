// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "impls/faults/bases/whole_matrix.hpp"

namespace assay::impls::faults {

Fault exponential_of_degree_two() {
  return exponential_fault("exponential_of_degree_two",
                           {.broken = "the fraction of the exponent goes through a polynomial of degree 2",
                            .source = "https://github.com/openvinotoolkit/openvino/pull/37857",
                            .trigger = "weights other than powers of two"},
                           [](float difference) {
                             const float power = difference * std::numbers::log2e_v<float>;
                             if (!(power > -126)) return 0.0f;
                             const float whole = std::floor(power), part = power - whole;
                             return std::ldexp(1 + part * (0.6565f + 0.3435f * part), static_cast<int>(whole));
                           });
}

}  // namespace assay::impls::faults
