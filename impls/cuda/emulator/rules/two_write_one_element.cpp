// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace two_write_one_element_kernels {

using namespace simt;

template <bool good>
__global__ void write_halves(float* out) {
  float* tile = dynamic_shared().take<float>(32, "tile");
  tile[good ? threadIdx.x : threadIdx.x / 2] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x / 2];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, write_halves<good>, dim3(1), dim3(32), 128, out.data());
}

}  // namespace two_write_one_element_kernels

Rule two_write_one_element() {
  return {"two_write_one_element",
          Kind::SharedRace,
          false,
          true,
          two_write_one_element_kernels::run_it<true>,
          two_write_one_element_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
