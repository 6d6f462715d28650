// SPDX-License-Identifier: Apache-2.0
// What the plug-ins of all kernels share: memory, errors and the head of the description, for the device and without.
#pragma once

#include <string>

#include "impls/cuda/simt/simt.hpp"
#include "impls/plugin_abi.h"

namespace assay::cuda {

inline std::string& last_text() {
  static thread_local std::string text;
  return text;
}
inline const char* last_error() { return last_text().c_str(); }

/// The status of a launch from its text.
inline assay_status status_of(std::string text) {
  last_text() = std::move(text);
  return last_text().empty() ? ASSAY_OK : ASSAY_DEVICE_ERROR;
}

#if defined(__CUDACC__)

inline assay_status status_of(cudaError_t error, assay_status otherwise) {
  if (error == cudaSuccess) return ASSAY_OK;
  last_text() = "error " + std::to_string(error) + " " + cudaGetErrorName(error) + ": " + cudaGetErrorString(error);
  return otherwise;
}

inline assay_status init(std::int32_t device) { return status_of(cudaSetDevice(device), ASSAY_NO_DEVICE); }

inline void* allocate(std::size_t bytes) {
  void* memory = nullptr;
  return cudaMalloc(&memory, bytes) == cudaSuccess ? memory : nullptr;
}
inline void release(void* memory) { cudaFree(memory); }
inline assay_status to_device(void* device, const void* host, std::size_t bytes) {
  return status_of(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice), ASSAY_DEVICE_ERROR);
}
inline assay_status to_host(void* host, const void* device, std::size_t bytes) {
  return status_of(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost), ASSAY_DEVICE_ERROR);
}

inline constexpr assay_memory device_memory = {sizeof(assay_memory), 0, allocate, release, to_device, to_host};
inline constexpr const assay_memory* plugin_memory = &device_memory;
inline constexpr std::int32_t plugin_device = kDLCUDA;
#define ASSAY_CUDA_TEXT_OF(x) #x
#define ASSAY_CUDA_TEXT(x) ASSAY_CUDA_TEXT_OF(x)
#define ASSAY_CUDA_COMPILER             \
  ASSAY_CUDA_TEXT(__CUDACC_VER_MAJOR__) \
  "." ASSAY_CUDA_TEXT(__CUDACC_VER_MINOR__) "." ASSAY_CUDA_TEXT(__CUDACC_VER_BUILD__)
/// What reports label results with: cuda device="..." driver=13.0 toolkit=13.0.88, then what was compiled for.
inline const char* plugin_build() {
  static const std::string text = [] {
    std::string told = "cuda";
    cudaDeviceProp properties{};
    int driver = 0;  // the CUDA version that it offers; 0: there is none
    if (cudaGetDeviceProperties(&properties, 0) == cudaSuccess)
      told += " device=\"" + std::string(properties.name) + "\"";
    if (cudaDriverGetVersion(&driver) == cudaSuccess && driver > 0)
      told += " driver=" + std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10);
    return told + " toolkit=" ASSAY_CUDA_COMPILER " " ASSAY_CUDA_TARGETS;
  }();
  return text.c_str();
}

#else

inline assay_status init(std::int32_t) { return ASSAY_OK; }
inline constexpr const assay_memory* plugin_memory = nullptr;
inline constexpr std::int32_t plugin_device = kDLCPU;
inline const char* plugin_build() { return simt::build_text(); }

#endif

/// The fields of a description that do not depend on the kernel.
inline assay_plugin plugin_head() {
  assay_plugin plugin{};
  plugin.size = sizeof(assay_plugin);
  plugin.abi_major = ASSAY_ABI_MAJOR;
  plugin.abi_minor = ASSAY_ABI_MINOR;
  plugin.device_type = plugin_device;
  plugin.build = plugin_build();
  plugin.init = init;
  plugin.last_error = last_error;
  plugin.memory = plugin_memory;
  return plugin;
}

}  // namespace assay::cuda

/// The library's entry, and what can be planted in it where it is built as a zoo. Described when asked, since what
/// the emulator is set to stands in another unit.
#define ASSAY_CUDA_PLUGIN(describe)                                                 \
  const assay_plugin* assay_plugin_entry(std::uint32_t host_major, std::uint32_t) { \
    static const assay_plugin plugin = describe();                                  \
    return host_major == ASSAY_ABI_MAJOR ? &plugin : nullptr;                       \
  }                                                                                 \
  ASSAY_CUDA_ZOO

#if defined(ASSAY_SIMT_ZOO)
/// Names of the faults in the order of their enumeration, then a null pointer. The copy of a kernel in which they are
/// planted (cmake/AssayPlanted.cmake) defines ASSAY_CUDA_FAULTS.
ASSAY_PLUGIN_EXPORT const char* const* assay_emulator_faults();
#define ASSAY_CUDA_FAULT_NAME(name) #name,
#define ASSAY_CUDA_ZOO                                                                     \
  const char* const* assay_emulator_faults() {                                             \
    static const char* const names[] = {ASSAY_CUDA_FAULTS(ASSAY_CUDA_FAULT_NAME) nullptr}; \
    return names;                                                                          \
  }
#else
#define ASSAY_CUDA_ZOO
#endif
