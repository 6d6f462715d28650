// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace last_block_reads_the_others_kernels {

using namespace simt;

struct Sum {
  float* parts;
  unsigned* done;
  float* total;
};

/// The block that finishes last adds up what all have written; fences make that visible.
template <bool good>
__global__ void add_blocks(Sum p) {
  bool* last = dynamic_shared().take<bool>(1, "last");
  if (threadIdx.x == 0) {
    p.parts[blockIdx.x] = static_cast<float>(blockIdx.x);
    if (good) __threadfence();
    *last = atomicAdd(p.done, 1u) == gridDim.x - 1;
    if (good) __threadfence();
  }
  __syncthreads();
  if (!*last || threadIdx.x != 0) return;
  for (unsigned n = 0; n < gridDim.x; ++n) *p.total += p.parts[n];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> parts(4), total(1);
  std::vector<unsigned> done(1);
  register_tensors(
      {registered("parts", parts, true), registered("done", done, true), registered("total", total, true)});
  return run(settings, add_blocks<good>, dim3(4), dim3(32), 16, {parts.data(), done.data(), total.data()});
}

}  // namespace last_block_reads_the_others_kernels

Rule last_block_reads_the_others() {
  return {"last_block_reads_the_others",
          Kind::GlobalRace,
          false,
          false,
          last_block_reads_the_others_kernels::run_it<true>,
          last_block_reads_the_others_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
