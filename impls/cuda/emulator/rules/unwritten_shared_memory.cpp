// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace unwritten_shared_memory_kernels {

using namespace simt;

template <bool good>
__global__ void read_all(float* out) {
  float* tile = dynamic_shared().take<float>(64, "tile");
  if (good || threadIdx.x < 63) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, read_all<good>, dim3(1), dim3(64), 256, out.data());
}

}  // namespace unwritten_shared_memory_kernels

Rule unwritten_shared_memory() {
  return {"unwritten_shared_memory",
          Kind::UninitialisedShared,
          false,
          false,
          unwritten_shared_memory_kernels::run_it<true>,
          unwritten_shared_memory_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
