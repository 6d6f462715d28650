// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace copies_are_the_issuers_kernels {

using namespace simt;

/// Waiting makes a copy visible to the thread that issued it; the others need a barrier behind the wait.
template <bool good>
__global__ void barrier_and_wait(float* numbers) {
  float* tile = dynamic_shared().take<float>(128, "tile");
  cp_async16(tile + 4 * threadIdx.x, numbers + 4 * threadIdx.x);
  cp_async_commit();
  cp_async_wait<0>();
  if (good) __syncthreads();
  numbers[128 + threadIdx.x] = tile[127 - threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(160);
  register_tensors({registered("out", out, true)});
  return run(settings, barrier_and_wait<good>, dim3(1), dim3(32), 512, out.data());
}

}  // namespace copies_are_the_issuers_kernels

Rule copies_are_the_issuers() {
  return {"copies_are_the_issuers",
          Kind::SharedRace,
          false,
          false,
          copies_are_the_issuers_kernels::run_it<true>,
          copies_are_the_issuers_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
