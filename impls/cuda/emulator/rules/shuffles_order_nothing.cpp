// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace shuffles_order_nothing_kernels {

using namespace simt;

/// A warp hands values on through shared memory; only __syncwarp orders that.
template <bool good>
__global__ void reverse_in_warp(float* out) {
  float* tile = dynamic_shared().take<float>(32, "tile");
  tile[threadIdx.x] = static_cast<float>(threadIdx.x);
  if (good)
    __syncwarp();
  else
    __shfl_sync(0xffffffffu, 1, 0);
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, reverse_in_warp<good>, dim3(1), dim3(32), 128, out.data());
}

}  // namespace shuffles_order_nothing_kernels

Rule shuffles_order_nothing() {
  return {"shuffles_order_nothing",
          Kind::SharedRace,
          false,
          true,
          shuffles_order_nothing_kernels::run_it<true>,
          shuffles_order_nothing_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
