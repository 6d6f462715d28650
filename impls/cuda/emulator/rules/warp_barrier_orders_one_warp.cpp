// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace warp_barrier_orders_one_warp_kernels {

using namespace simt;

template <bool good>
__global__ void read_neighbour(float* out) {
  float* tile = dynamic_shared().take<float>(64, "tile");
  tile[threadIdx.x] = static_cast<float>(threadIdx.x);
  __syncwarp();
  out[threadIdx.x] = tile[good ? threadIdx.x ^ 1 : threadIdx.x ^ 32];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, read_neighbour<good>, dim3(1), dim3(64), 256, out.data());
}

}  // namespace warp_barrier_orders_one_warp_kernels

Rule warp_barrier_orders_one_warp() {
  return {"warp_barrier_orders_one_warp",
          Kind::SharedRace,
          false,
          true,
          warp_barrier_orders_one_warp_kernels::run_it<true>,
          warp_barrier_orders_one_warp_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
