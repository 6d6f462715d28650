// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace missing_barrier_before_read_kernels {

using namespace simt;

template <bool good>
__global__ void reverse(float* out) {
  float* tile = dynamic_shared().take<float>(64, "tile");
  tile[threadIdx.x] = static_cast<float>(threadIdx.x);
  if (good) __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, reverse<good>, dim3(1), dim3(64), 256, out.data());
}

}  // namespace missing_barrier_before_read_kernels

Rule missing_barrier_before_read() {
  return {"missing_barrier_before_read",
          Kind::SharedRace,
          false,
          true,
          missing_barrier_before_read_kernels::run_it<true>,
          missing_barrier_before_read_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
