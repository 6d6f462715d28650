// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace waits_a_group_short_kernels {

using namespace simt;

template <bool good>
__global__ void use_second_group(float* numbers) {
  float* tile = dynamic_shared().take<float>(256, "tile");
  for (unsigned group = 0; group < 2; ++group) {
    cp_async16(tile + 128 * group + 4 * threadIdx.x, numbers + 4 * threadIdx.x);
    cp_async_commit();
  }
  cp_async_wait<good ? 0 : 1>();
  __syncthreads();
  numbers[128 + threadIdx.x] = tile[255 - threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(160);
  register_tensors({registered("out", out, true)});
  return run(settings, use_second_group<good>, dim3(1), dim3(32), 1024, out.data());
}

}  // namespace waits_a_group_short_kernels

Rule waits_a_group_short() {
  return {"waits_a_group_short",
          Kind::PendingCopyRead,
          false,
          false,
          waits_a_group_short_kernels::run_it<true>,
          waits_a_group_short_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
