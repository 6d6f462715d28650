// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace barriers_on_one_line_kernels {

using namespace simt;

template <bool good>
__global__ void wait_beside(float* out) {
  // clang-format off
  if (good || threadIdx.x == 0) __syncthreads(); else __syncthreads();
  // clang-format on
  out[threadIdx.x] = 1;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, wait_beside<good>, dim3(1), dim3(64), 0, out.data());
}

}  // namespace barriers_on_one_line_kernels

Rule barriers_on_one_line() {
  return {"barriers_on_one_line",
          Kind::DivergentBarrier,
          true,
          false,
          barriers_on_one_line_kernels::run_it<true>,
          barriers_on_one_line_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
