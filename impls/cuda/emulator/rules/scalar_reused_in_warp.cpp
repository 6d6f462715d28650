// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace scalar_reused_in_warp_kernels {

using namespace simt;

/// One lane's value for all, twice: everyone must have read the first before the second is written.
template <bool good>
__global__ void broadcast_twice(float* out) {
  float* scalar = dynamic_shared().take<float>(1, "scalar");
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) *scalar = static_cast<float>(round);
    __syncwarp();
    out[threadIdx.x] += *scalar;
    if (good) __syncwarp();
  }
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, broadcast_twice<good>, dim3(1), dim3(32), 16, out.data());
}

}  // namespace scalar_reused_in_warp_kernels

Rule scalar_reused_in_warp() {
  return {"scalar_reused_in_warp",
          Kind::SharedRace,
          false,
          true,
          scalar_reused_in_warp_kernels::run_it<true>,
          scalar_reused_in_warp_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
