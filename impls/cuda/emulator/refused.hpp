// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

// CUDA's names that are not emulated and have another way to be said. Some of them a C library has for itself, so that
// a kernel would compile and its library could not be loaded.

#define ASSAY_SIMT_REFUSED(name, instead)                                               \
  [] {                                                                                  \
    static_assert(false, name " is not emulated: write " instead " (impls/cuda/simt)"); \
    return 0.0f;                                                                        \
  }()

// Approximations of the device's: how far off they are, no model here says.
#define __expf(...) ASSAY_SIMT_REFUSED("__expf", "expf(x), or fast_exp2(x * 1.44269504f)")
#define __exp10f(...) ASSAY_SIMT_REFUSED("__exp10f", "exp2f(x * 3.32192809f)")
#define __logf(...) ASSAY_SIMT_REFUSED("__logf", "logf(x)")
#define __log2f(...) ASSAY_SIMT_REFUSED("__log2f", "log2f(x)")
#define __log10f(...) ASSAY_SIMT_REFUSED("__log10f", "log10f(x)")
#define __powf(...) ASSAY_SIMT_REFUSED("__powf", "powf(x, y)")
#define __sinf(...) ASSAY_SIMT_REFUSED("__sinf", "sinf(x)")
#define __cosf(...) ASSAY_SIMT_REFUSED("__cosf", "cosf(x)")
#define __tanf(...) ASSAY_SIMT_REFUSED("__tanf", "tanf(x)")
#define __sincosf(...) ASSAY_SIMT_REFUSED("__sincosf", "sinf(x) and cosf(x)")
#define __fdividef(...) ASSAY_SIMT_REFUSED("__fdividef", "x / y")

#define __activemask() ASSAY_SIMT_REFUSED("__activemask", "a mask of the lanes that come here, from __ballot_sync")
#define __shfl(...) ASSAY_SIMT_REFUSED("__shfl", "__shfl_sync(mask, value, lane)")
#define __shfl_up(...) ASSAY_SIMT_REFUSED("__shfl_up", "__shfl_up_sync(mask, value, distance)")
#define __shfl_down(...) ASSAY_SIMT_REFUSED("__shfl_down", "__shfl_down_sync(mask, value, distance)")
#define __shfl_xor(...) ASSAY_SIMT_REFUSED("__shfl_xor", "__shfl_xor_sync(mask, value, lanes)")
#define __all(...) ASSAY_SIMT_REFUSED("__all", "__all_sync(mask, predicate)")
#define __any(...) ASSAY_SIMT_REFUSED("__any", "__any_sync(mask, predicate)")
#define __ballot(...) ASSAY_SIMT_REFUSED("__ballot", "__ballot_sync(mask, predicate)")
