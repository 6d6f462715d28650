// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace named_barrier_with_too_many_kernels {

using namespace simt;

template <bool good>
__global__ void wait_for_more(float* out) {
  if (threadIdx.x < 64) named_barrier_sync(1, good ? 64 : 96);
  out[threadIdx.x] = 1;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(96);
  register_tensors({registered("out", out, true)});
  return run(settings, wait_for_more<good>, dim3(1), dim3(96), 0, out.data());
}

}  // namespace named_barrier_with_too_many_kernels

Rule named_barrier_with_too_many() {
  return {"named_barrier_with_too_many",
          Kind::DivergentBarrier,
          true,
          false,
          named_barrier_with_too_many_kernels::run_it<true>,
          named_barrier_with_too_many_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
