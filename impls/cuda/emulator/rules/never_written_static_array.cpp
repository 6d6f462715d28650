// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator::rules {
namespace never_written_static_array_kernels {

using namespace simt;

/// A compiler that sees no write anywhere would take the values for zero.
__global__ void read_what_nobody_wrote(float* out) {
  __shared__ float never[64];
  out[threadIdx.x] = never[threadIdx.x];
}
__global__ void read_what_was_written(float* out) {
  __shared__ float own[64];
  own[threadIdx.x] = 1;
  out[threadIdx.x] = own[threadIdx.x];
}

template <bool good>
Outcome run_it(const Launch& settings) {
  std::vector<float> out(64);
  register_tensors({registered("out", out, true)});
  return run(settings, good ? read_what_was_written : read_what_nobody_wrote, dim3(1), dim3(64), 0, out.data());
}

}  // namespace never_written_static_array_kernels

Rule never_written_static_array() {
  return {"never_written_static_array",
          Kind::UninitialisedShared,
          false,
          false,
          never_written_static_array_kernels::run_it<true>,
          never_written_static_array_kernels::run_it<false>};
}

}  // namespace assay::emulator::rules
