// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace return_before_a_barrier_kernels {

using namespace simt;

template <bool good>
__global__ void leave_early(float* out) {
  if (!good && threadIdx.x >= 40) return;
  __syncthreads();
  if (threadIdx.x < 40) out[threadIdx.x] = 1;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, leave_early<good>, dim3(1), dim3(64), 0, out.data());
}

}  // namespace return_before_a_barrier_kernels

Rule return_before_a_barrier() {
  return {"return_before_a_barrier",
          Kind::ExitedBeforeBarrier,
          true,
          false,
          return_before_a_barrier_kernels::run_it<true>,
          return_before_a_barrier_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
