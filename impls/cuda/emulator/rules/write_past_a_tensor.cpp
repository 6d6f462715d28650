// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace write_past_a_tensor_kernels {

using namespace simt;

template <bool good>
__global__ void fill(float* out) {
  out[threadIdx.x + (good ? 0 : 1)] = 1;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, fill<good>, dim3(1), dim3(32), 0, out.data());
}

}  // namespace write_past_a_tensor_kernels

Rule write_past_a_tensor() {
  return {"write_past_a_tensor",
          Kind::GlobalOutOfBounds,
          false,
          false,
          write_past_a_tensor_kernels::run_it<true>,
          write_past_a_tensor_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
