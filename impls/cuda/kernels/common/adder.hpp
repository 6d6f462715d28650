// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/cuda/simt/simt.hpp"

namespace assay::cuda {

/// How the tensor cores at hand add, as a declaration's word. Parameters: MMA-Sim, arXiv 2511.10909.
inline const char* tensor_core_adder() {
#if defined(__CUDACC__)
  int device = 0, generation = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&generation, cudaDevAttrComputeCapabilityMajor, device);
  return generation >= 9 ? "tensor-core:16:25:23" : "tensor-core:8:24:23";
#else
  switch (emulator::library_settings().model) {
    case emulator::DotModel::Volta: return "tensor-core:4:23:23";
    case emulator::DotModel::Ampere: return "tensor-core:8:24:23";
    case emulator::DotModel::Hopper: return "tensor-core:16:25:23";
    default: return "fp32:chain:fused";
  }
#endif
}

}  // namespace assay::cuda
