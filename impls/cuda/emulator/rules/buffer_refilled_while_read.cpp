// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace buffer_refilled_while_read_kernels {

using namespace simt;

/// The next asynchronous copy may be issued when everybody has read what the last one brought.
template <bool good>
__global__ void refill(float* numbers) {
  float* tile = dynamic_shared().take<float>(128, "tile");
  for (int round = 0; round < 2; ++round) {
    cp_async16(tile + 4 * threadIdx.x, numbers + 4 * threadIdx.x);
    cp_async_commit();
    cp_async_wait<0>();
    __syncthreads();
    numbers[128 + threadIdx.x] = tile[127 - threadIdx.x];
    if (good) __syncthreads();
  }
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(160);
  register_tensors({registered("out", out, true)});
  return run(settings, refill<good>, dim3(1), dim3(32), 512, out.data());
}

}  // namespace buffer_refilled_while_read_kernels

Rule buffer_refilled_while_read() {
  return {"buffer_refilled_while_read",
          Kind::SharedRace,
          false,
          false,
          buffer_refilled_while_read_kernels::run_it<true>,
          buffer_refilled_while_read_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
