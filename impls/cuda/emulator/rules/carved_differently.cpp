// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace carved_differently_kernels {

using namespace simt;

template <bool good>
__global__ void take_some(float* out) {
  float* tile = dynamic_shared().take<float>(good || threadIdx.x != 9 ? 32 : 64, "tile");
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = tile[threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, take_some<good>, dim3(1), dim3(32), 256, out.data());
}

}  // namespace carved_differently_kernels

Rule carved_differently() {
  return {"carved_differently",
          Kind::CarveMismatch,
          true,
          false,
          carved_differently_kernels::run_it<true>,
          carved_differently_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
