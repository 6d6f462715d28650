// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace neighbouring_bytes_kernels {

using namespace simt;

/// Bytes of one word by different threads are different elements; their word as a whole is not.
template <bool good>
__global__ void flag_by_byte(float* out) {
  auto* flags = dynamic_shared().take<unsigned char>(64, "flags");
  flags[threadIdx.x] = 1;
  __syncthreads();
  if (good)
    flags[threadIdx.x] = 2;
  else
    reinterpret_cast<unsigned*>(flags)[threadIdx.x / 4] = 2;
  __syncthreads();
  out[threadIdx.x] = flags[threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, flag_by_byte<good>, dim3(1), dim3(64), 64, out.data());
}

}  // namespace neighbouring_bytes_kernels

Rule neighbouring_bytes() {
  return {"neighbouring_bytes",
          Kind::SharedRace,
          false,
          true,
          neighbouring_bytes_kernels::run_it<true>,
          neighbouring_bytes_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
