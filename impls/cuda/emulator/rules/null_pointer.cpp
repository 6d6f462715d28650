// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace null_pointer_kernels {

using namespace simt;

__global__ void fill(float* out) { out[threadIdx.x] = 1; }

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, fill, dim3(1), dim3(64), 0, good ? out.data() : nullptr);
}

}  // namespace null_pointer_kernels

Rule null_pointer() {
  return {"null_pointer",
          Kind::GlobalOutOfBounds,
          false,
          false,
          null_pointer_kernels::run_it<true>,
          null_pointer_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
