// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace mask_without_the_caller_kernels {

using namespace simt;

template <bool good>
__global__ void sum_pairs(float* out) {
  const unsigned mask = good ? 0xffffffffu : 0x0000ffffu;
  out[threadIdx.x] = __shfl_xor_sync(mask, static_cast<float>(threadIdx.x), 1);
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, sum_pairs<good>, dim3(1), dim3(32), 0, out.data());
}

}  // namespace mask_without_the_caller_kernels

Rule mask_without_the_caller() {
  return {"mask_without_the_caller",
          Kind::ShuffleMask,
          true,
          false,
          mask_without_the_caller_kernels::run_it<true>,
          mask_without_the_caller_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
