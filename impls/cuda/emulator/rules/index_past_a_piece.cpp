// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace index_past_a_piece_kernels {

using namespace simt;

template <bool good>
__global__ void shift(float* out) {
  SharedCarve carve = dynamic_shared();
  float* tile = carve.take<float>(64, "tile");
  float* next = carve.take<float>(64, "next");
  tile[threadIdx.x + (good ? 0 : 1)] = 1;
  next[threadIdx.x] = 2;
  out[threadIdx.x] = tile[threadIdx.x] + next[threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, shift<good>, dim3(1), dim3(64), 512, out.data());
}

}  // namespace index_past_a_piece_kernels

Rule index_past_a_piece() {
  return {"index_past_a_piece",
          Kind::SharedOutOfBounds,
          true,
          false,
          index_past_a_piece_kernels::run_it<true>,
          index_past_a_piece_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
