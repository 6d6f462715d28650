// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace spins_between_barriers_kernels {

using namespace simt;

/// A warp barrier of its own each turn, while nobody writes what it waits for.
template <bool good>
__global__ void wait_for_flag(float* out) {
  float* flag = dynamic_shared().take<float>(1, "flag");
  if (threadIdx.x == 0) flag[0] = good ? 77 : 76;
  __syncthreads();
  if (threadIdx.x == 7)
    while (flag[0] != 77.0f) __syncwarp(1u << 7);
  out[threadIdx.x] = 1;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, wait_for_flag<good>, dim3(1), dim3(32), 16, out.data());
}

}  // namespace spins_between_barriers_kernels

Rule spins_between_barriers() {
  return {"spins_between_barriers",
          Kind::NoProgress,
          false,
          false,
          spins_between_barriers_kernels::run_it<true>,
          spins_between_barriers_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
