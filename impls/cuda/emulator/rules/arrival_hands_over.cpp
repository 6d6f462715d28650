// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace arrival_hands_over_kernels {

using namespace simt;

/// A warp fills a buffer that another empties. Arriving orders what came before it, not what comes behind.
template <bool good>
__global__ void produce(float* out) {
  float* tile = dynamic_shared().take<float>(32, "tile");
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    if (good) tile[lane] = static_cast<float>(lane);
    named_barrier_arrive(1, 64);
    if (!good) tile[lane] = static_cast<float>(lane);
  } else {
    if (!good) tile[31 - lane] = 0;
    named_barrier_sync(1, 64);
    out[lane] = tile[31 - lane];
  }
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, produce<good>, dim3(1), dim3(64), 128, out.data());
}

}  // namespace arrival_hands_over_kernels

Rule arrival_hands_over() {
  return {"arrival_hands_over",
          Kind::SharedRace,
          false,
          true,
          arrival_hands_over_kernels::run_it<true>,
          arrival_hands_over_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
