// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace barriers_of_one_macro_kernels {

using namespace simt;

#define WAIT_EITHER_WAY(condition) \
  if (condition)                   \
    __syncthreads();               \
  else                             \
    __syncthreads()

template <bool good>
__global__ void wait_by_macro(float* out) {
  WAIT_EITHER_WAY(good || threadIdx.x == 0);
  out[threadIdx.x] = 1;
}
#undef WAIT_EITHER_WAY

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, wait_by_macro<good>, dim3(1), dim3(64), 0, out.data());
}

}  // namespace barriers_of_one_macro_kernels

Rule barriers_of_one_macro() {
  return {"barriers_of_one_macro",
          Kind::DivergentBarrier,
          true,
          false,
          barriers_of_one_macro_kernels::run_it<true>,
          barriers_of_one_macro_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
