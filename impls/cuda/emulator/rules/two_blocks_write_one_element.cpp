// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace two_blocks_write_one_element_kernels {

using namespace simt;

template <bool good>
__global__ void write_block(float* out) {
  out[good ? 32 * blockIdx.x + threadIdx.x : threadIdx.x] = 1;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, write_block<good>, dim3(2), dim3(32), 0, out.data());
}

}  // namespace two_blocks_write_one_element_kernels

Rule two_blocks_write_one_element() {
  return {"two_blocks_write_one_element",
          Kind::GlobalRace,
          false,
          false,
          two_blocks_write_one_element_kernels::run_it<true>,
          two_blocks_write_one_element_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
