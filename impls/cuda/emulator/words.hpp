// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

// CUDA's everyday words that need no emulator. impls/cuda/simt/README.md lists them.

/// No constant expression in CUDA.
inline constexpr int warpSize = 32;

struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
inline float2 make_float2(float x, float y) { return {x, y}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

#define ASSAY_SIMT_LEAST_AND_LARGEST(type)                            \
  inline constexpr type min(type a, type b) { return b < a ? b : a; } \
  inline constexpr type max(type a, type b) { return a < b ? b : a; }
ASSAY_SIMT_LEAST_AND_LARGEST(int)
ASSAY_SIMT_LEAST_AND_LARGEST(unsigned)
ASSAY_SIMT_LEAST_AND_LARGEST(long)
ASSAY_SIMT_LEAST_AND_LARGEST(unsigned long)
ASSAY_SIMT_LEAST_AND_LARGEST(long long)
ASSAY_SIMT_LEAST_AND_LARGEST(unsigned long long)
#undef ASSAY_SIMT_LEAST_AND_LARGEST
// Of a number and a NaN these give the number.
inline float min(float a, float b) { return std::fmin(a, b); }
inline float max(float a, float b) { return std::fmax(a, b); }
inline double min(double a, double b) { return std::fmin(a, b); }
inline double max(double a, double b) { return std::fmax(a, b); }

inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
/// The place of the lowest bit, counted from 1; 0: there is none.
inline int __ffs(int bits) { return __builtin_ffs(bits); }
/// Leading zeros; 32 of zero.
inline int __clz(int bits) { return bits == 0 ? 32 : __builtin_clz(static_cast<unsigned>(bits)); }

inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __frcp_rn(float a) { return 1.0f / a; }
inline float __fsqrt_rn(float a) { return std::sqrt(a); }

/// CUDA's is off by up to 2 units in the last place, which is not modelled.
#if !defined(__GLIBC__) || !__GLIBC_PREREQ(2, 42)
inline float rsqrtf(float a) { return 1.0f / std::sqrt(a); }
#endif

namespace assay::emulator {

template <class T>
constexpr const T* read_only(const T* address) {
  return address;
}

}  // namespace assay::emulator

/// The load stands in the kernel's own line.
#define __ldg(address) (*assay::emulator::read_only(address))
