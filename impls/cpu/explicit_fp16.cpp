// SPDX-License-Identifier: Apache-2.0
#include "impls/cpu/explicit_sixteen.hpp"

namespace assay::impls::cpu {

KernelPointer explicit_fp16() { return std::make_shared<ExplicitSixteen<half_from_float, float_from_half>>("fp16"); }

}  // namespace assay::impls::cpu
