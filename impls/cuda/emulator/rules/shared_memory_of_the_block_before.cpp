// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace shared_memory_of_the_block_before_kernels {

using namespace simt;

/// Shared memory is new in every block, whatever an earlier one has left there.
template <bool good>
__global__ void fill_once(float* out) {
  float* tile = dynamic_shared().take<float>(64, "tile");
  if (good || blockIdx.x == 0) tile[threadIdx.x] = 1;
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = tile[63 - threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(128);
  register_tensors({registered("out", out, true)});
  return run(settings, fill_once<good>, dim3(2), dim3(64), 256, out.data());
}

}  // namespace shared_memory_of_the_block_before_kernels

Rule shared_memory_of_the_block_before() {
  return {"shared_memory_of_the_block_before",
          Kind::UninitialisedShared,
          false,
          false,
          shared_memory_of_the_block_before_kernels::run_it<true>,
          shared_memory_of_the_block_before_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
