// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace read_in_the_gap_of_a_tensor_kernels {

using namespace simt;

/// Rows of 7 that lie 8 apart; the eighth number is nobody's.
template <bool good>
__global__ void sum_rows(float* numbers) {
  float sum = 0;
  for (int n = 0; n < (good ? 7 : 8); ++n) sum += numbers[8 * threadIdx.x + static_cast<unsigned>(n)];
  numbers[8 * threadIdx.x] = sum;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> numbers(256);
  register_tensors({{"numbers", numbers.data(), {32, 7, 1, 1}, {8, 1, 0, 0}, 4, true}});
  return run(settings, sum_rows<good>, dim3(1), dim3(32), 0, numbers.data());
}

}  // namespace read_in_the_gap_of_a_tensor_kernels

Rule read_in_the_gap_of_a_tensor() {
  return {"read_in_the_gap_of_a_tensor",
          Kind::GlobalOutOfBounds,
          false,
          false,
          read_in_the_gap_of_a_tensor_kernels::run_it<true>,
          read_in_the_gap_of_a_tensor_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
