// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace waits_for_a_later_block_kernels {

using namespace simt;

/// Blocks need not run at the same time: one must not wait for another.
template <bool good>
__global__ void wait_for_flag(float* out) {
  if (threadIdx.x == 0) atomicAdd(out + blockIdx.x, 1.0f);
  while (atomicAdd(out + (good ? blockIdx.x : gridDim.x - 1 - blockIdx.x), 0.0f) == 0) {
  }
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(2);
  register_tensors({registered("out", out, true)});
  return run(settings, wait_for_flag<good>, dim3(2), dim3(32), 0, out.data());
}

}  // namespace waits_for_a_later_block_kernels

Rule waits_for_a_later_block() {
  return {"waits_for_a_later_block",
          Kind::NoProgress,
          true,
          false,
          waits_for_a_later_block_kernels::run_it<true>,
          waits_for_a_later_block_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
