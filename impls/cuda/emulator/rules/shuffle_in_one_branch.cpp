// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace shuffle_in_one_branch_kernels {

using namespace simt;

template <bool good>
__global__ void shuffle_some(float* out) {
  float value = static_cast<float>(threadIdx.x);
  if (good || threadIdx.x < 16) value = __shfl_xor_sync(0xffffffffu, value, 1);
  __syncthreads();
  out[threadIdx.x] = value;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, shuffle_some<good>, dim3(1), dim3(32), 0, out.data());
}

}  // namespace shuffle_in_one_branch_kernels

Rule shuffle_in_one_branch() {
  return {"shuffle_in_one_branch",
          Kind::ShuffleMask,
          true,
          false,
          shuffle_in_one_branch_kernels::run_it<true>,
          shuffle_in_one_branch_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
