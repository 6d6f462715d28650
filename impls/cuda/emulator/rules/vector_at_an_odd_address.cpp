// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace vector_at_an_odd_address_kernels {

using namespace simt;

struct alignas(16) Four {
  float x, y, z, w;
};

template <bool good>
__global__ void read_four(float* numbers) {
  float* tile = dynamic_shared().take<float>(132, "tile");
  for (unsigned n = threadIdx.x; n < 132; n += 32) tile[n] = 1;
  __syncthreads();
  const Four* four = reinterpret_cast<const Four*>(tile + 4 * threadIdx.x + (good ? 0 : 1));
  numbers[threadIdx.x] = four->x + four->w;
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(32);
  register_tensors({registered("out", out, true)});
  return run(settings, read_four<good>, dim3(1), dim3(32), 528, out.data());
}

}  // namespace vector_at_an_odd_address_kernels

Rule vector_at_an_odd_address() {
  return {"vector_at_an_odd_address",
          Kind::MisalignedAccess,
          false,
          false,
          vector_at_an_odd_address_kernels::run_it<true>,
          vector_at_an_odd_address_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
