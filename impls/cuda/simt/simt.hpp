// SPDX-License-Identifier: Apache-2.0
#pragma once

// The only header that a kernel includes, besides the plug-in ABI and the C++ standard library. nvcc gets the device's
// own words, every other compiler the emulator's; what neither body offers does not compile.
#if defined(__CUDACC__)
#include "impls/cuda/simt/device.hpp"
#else
#include "impls/cuda/simt/emulated.hpp"
#endif
