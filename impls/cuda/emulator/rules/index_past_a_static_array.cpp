// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace index_past_a_static_array_kernels {

using namespace simt;

template <bool good>
__global__ void shift_static(float* out) {
  __shared__ float tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x + (good ? 0 : 1)];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, shift_static<good>, dim3(1), dim3(32), 0, out.data());
}

}  // namespace index_past_a_static_array_kernels

Rule index_past_a_static_array() {
  return {"index_past_a_static_array",
          Kind::ArrayOutOfBounds,
          false,
          false,
          index_past_a_static_array_kernels::run_it<true>,
          index_past_a_static_array_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
