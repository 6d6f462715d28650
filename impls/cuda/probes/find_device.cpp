// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/probes/find_device.hpp"

#include <cuda_runtime.h>

namespace assay::probes {
namespace {

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

DeviceFound find_device() {
  DeviceFound found;
  int count = 0;  // which an error leaves as it was
  cudaError_t error = cudaGetDeviceCount(&count);
  cudaDeviceProp properties{};
  if (error == cudaSuccess && count == 0) error = cudaErrorNoDevice;
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, 0);
  if (error == cudaSuccess) error = cudaFree(nullptr);  // the first call that needs the device itself
  found.error = error;
  found.name = cudaGetErrorName(error);
  found.reason = cudaGetErrorString(error);
  if (error != cudaSuccess) return found;
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  found.capability_major = properties.major;
  found.identity = {properties.name, version_text(driver), version_text(runtime),
                    std::to_string(properties.major) + "." + std::to_string(properties.minor)};
  return found;
}

}  // namespace assay::probes
