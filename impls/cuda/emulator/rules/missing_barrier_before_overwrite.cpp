// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace missing_barrier_before_overwrite_kernels {

using namespace simt;

/// Two rounds through one buffer: the second may begin when the first has been read.
template <bool good>
__global__ void pass_twice(float* out) {
  float* tile = dynamic_shared().take<float>(64, "tile");
  for (int round = 0; round < 2; ++round) {
    tile[threadIdx.x] = static_cast<float>(round);
    __syncthreads();
    out[threadIdx.x] += tile[63 - threadIdx.x];
    if (good) __syncthreads();
  }
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, pass_twice<good>, dim3(1), dim3(64), 256, out.data());
}

}  // namespace missing_barrier_before_overwrite_kernels

Rule missing_barrier_before_overwrite() {
  return {"missing_barrier_before_overwrite",
          Kind::SharedRace,
          false,
          true,
          missing_barrier_before_overwrite_kernels::run_it<true>,
          missing_barrier_before_overwrite_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
