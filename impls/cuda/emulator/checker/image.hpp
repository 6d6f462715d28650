// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "impls/cuda/emulator/shared_carve.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// Whether kernels may read there without its being a tensor: constants of the program, and CUDA's built-in variables.
bool is_constant(const void* address, std::size_t bytes);

/// All static shared memory of this library as one piece; no bytes where there is none.
Taken static_shared();
const void* static_shared_memory();

}  // namespace assay::emulator
#pragma GCC visibility pop
