// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "impls/cuda/emulator/shared_carve.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// Constants of the program: kernels may read there without its being a tensor.
bool is_constant(const void* address, std::size_t bytes);

/// CUDA's built-in variables, by the linker.
extern "C" const std::byte __start_assay_built_in[];
extern "C" const std::byte __stop_assay_built_in[];
inline bool is_built_in(const std::byte* address) {
  return address >= __start_assay_built_in && address < __stop_assay_built_in;
}

/// All static shared memory of this library as one piece; no bytes where there is none.
Taken static_shared();
const void* static_shared_memory();
/// "red[1]" with elements as large as the access, else "byte 2 of red"; "byte 144 of static shared memory" where the
/// library's file has no names.
std::string describe_static(const std::byte* address, std::size_t access_bytes);

}  // namespace assay::emulator
#pragma GCC visibility pop
