// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace atomics_with_plain_accesses_kernels {

using namespace simt;

/// Atomics do not race with atomics; a plain read beside them does.
template <bool good>
__global__ void count(float* out) {
  int* counter = dynamic_shared().take<int>(1, "counter");
  if (threadIdx.x == 0) *counter = 0;
  __syncthreads();
  atomicAdd(counter, 1);
  if (good) __syncthreads();
  out[threadIdx.x] = static_cast<float>(*counter);
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, count<good>, dim3(1), dim3(64), 16, out.data());
}

}  // namespace atomics_with_plain_accesses_kernels

Rule atomics_with_plain_accesses() {
  return {"atomics_with_plain_accesses",
          Kind::SharedRace,
          false,
          false,
          atomics_with_plain_accesses_kernels::run_it<true>,
          atomics_with_plain_accesses_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
