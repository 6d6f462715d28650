// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace conditional_barrier_kernels {

using namespace simt;

/// What the barrier leaves unordered is a race too, which follows from it.
template <bool good>
__global__ void wait_if_low(float* out) {
  float* tile = dynamic_shared().take<float>(64, "tile");
  tile[threadIdx.x] = 1;
  if (good || threadIdx.x < 33) __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, wait_if_low<good>, dim3(1), dim3(64), 256, out.data());
}

}  // namespace conditional_barrier_kernels

Rule conditional_barrier() {
  return {"conditional_barrier",
          Kind::ExitedBeforeBarrier,
          true,
          false,
          conditional_barrier_kernels::run_it<true>,
          conditional_barrier_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
