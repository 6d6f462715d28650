// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace named_barrier_of_the_others_kernels {

using namespace simt;

/// Two pairs of warps, each with a barrier of its own; what the other pair does is not ordered by it.
template <bool good>
__global__ void read_in_pairs(float* out) {
  float* tile = dynamic_shared().take<float>(128, "tile");
  tile[threadIdx.x] = static_cast<float>(threadIdx.x);
  named_barrier_sync(1 + static_cast<int>(threadIdx.x / 64), 64);
  out[threadIdx.x] = tile[threadIdx.x ^ (good ? 32 : 64)];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(128);
  register_tensors({registered("out", out, true)});
  return run(settings, read_in_pairs<good>, dim3(1), dim3(128), 512, out.data());
}

}  // namespace named_barrier_of_the_others_kernels

Rule named_barrier_of_the_others() {
  return {"named_barrier_of_the_others",
          Kind::SharedRace,
          false,
          true,
          named_barrier_of_the_others_kernels::run_it<true>,
          named_barrier_of_the_others_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
