// SPDX-License-Identifier: Apache-2.0
#include "impls/cpu/explicit_sixteen.hpp"

namespace assay::impls::cpu {

KernelPointer explicit_bf16() {
  return std::make_shared<ExplicitSixteen<bfloat_from_float, float_from_bfloat>>("bf16");
}

}  // namespace assay::impls::cpu
