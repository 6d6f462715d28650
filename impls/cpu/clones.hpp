// SPDX-License-Identifier: Apache-2.0
#pragma once

/// ASSAY_CLONES("avx512f", "fma", "default"): compile a function once for each named instruction set; the loader picks
/// the best one of the machine. Feature names, not CPU models: a model that the compiler does not know would silently
/// get the slowest clone. Off where function multiversioning and the tools do not go together (sanitizers, clang), so
/// that only the default remains.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(ASSAY_NO_CLONES)
#define ASSAY_CLONES(...) __attribute__((target_clones(__VA_ARGS__)))
#else
#define ASSAY_CLONES(...)
#endif
