// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace write_to_an_input_kernels {

using namespace simt;

template <bool good>
__global__ void scale(float* numbers) {
  const float twice = 2 * numbers[threadIdx.x];
  numbers[threadIdx.x + (good ? 32 : 0)] = twice;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> numbers(64);
  register_tensors({{"input", numbers.data(), {32, 1, 1, 1}, {1, 0, 0, 0}, 4, false},
                    {"output", numbers.data() + 32, {32, 1, 1, 1}, {1, 0, 0, 0}, 4, true}});
  return run(settings, scale<good>, dim3(1), dim3(32), 0, numbers.data());
}

}  // namespace write_to_an_input_kernels

Rule write_to_an_input() {
  return {"write_to_an_input",
          Kind::GlobalOutOfBounds,
          false,
          false,
          write_to_an_input_kernels::run_it<true>,
          write_to_an_input_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
