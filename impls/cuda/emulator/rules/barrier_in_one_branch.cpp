// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace barrier_in_one_branch_kernels {

using namespace simt;

template <bool good>
__global__ void wait_apart(float* out) {
  if (good || threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
  out[threadIdx.x] = 1;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, wait_apart<good>, dim3(1), dim3(64), 0, out.data());
}

}  // namespace barrier_in_one_branch_kernels

Rule barrier_in_one_branch() {
  return {"barrier_in_one_branch",
          Kind::DivergentBarrier,
          true,
          false,
          barrier_in_one_branch_kernels::run_it<true>,
          barrier_in_one_branch_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
