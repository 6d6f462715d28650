// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace value_of_an_absent_lane_kernels {

using namespace simt;

template <bool good>
__global__ void ask(float* out) {
  if (threadIdx.x >= 16) return;
  out[threadIdx.x] = __shfl_sync(0x0000ffffu, 1.0f, good ? 15 : 16);
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, ask<good>, dim3(1), dim3(32), 0, out.data());
}

}  // namespace value_of_an_absent_lane_kernels

Rule value_of_an_absent_lane() {
  return {"value_of_an_absent_lane",
          Kind::ShuffleMask,
          true,
          false,
          value_of_an_absent_lane_kernels::run_it<true>,
          value_of_an_absent_lane_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
