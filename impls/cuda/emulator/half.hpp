// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

// The toolkit's 16-bit types as far as kernels use them: bits, and conversions that round to nearest, ties to even.

struct __half {
  std::uint16_t bits;
};
struct __nv_bfloat16 {
  std::uint16_t bits;
};

namespace assay::emulator {

inline float from_bits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline std::uint32_t to_bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ffu;
  if (exponent == 31) return from_bits(sign | 0x7f800000u | fraction << 13);
  if (exponent == 0) return from_bits(sign | to_bits(static_cast<float>(fraction) * 0x1p-24f));
  return from_bits(sign | (exponent + 112) << 23 | fraction << 13);
}

inline std::uint16_t float_to_half(float value) {
  const std::uint32_t bits = to_bits(value), sign = bits >> 16 & 0x8000u, size = bits & 0x7fffffffu;
  if (size > 0x7f800000u) return 0x7fff;                                      // NaN, CUDA's
  if (size >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00);  // from 65520 on: infinity
  std::uint32_t rounded;
  if (size < 0x38800000u)  // subnormal: adding 0.5 leaves the result in the last ten bits, rounded by the addition
    rounded = to_bits(from_bits(size) + 0.5f) - 0x3f000000u;
  else
    rounded = (size - 0x38000000u + 0xfffu + (size >> 13 & 1)) >> 13;
  return static_cast<std::uint16_t>(sign | rounded);
}

inline std::uint16_t float_to_bfloat16(float value) {
  const std::uint32_t bits = to_bits(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
}

}  // namespace assay::emulator

inline float __half2float(__half value) { return assay::emulator::half_to_float(value.bits); }
inline __half __float2half_rn(float value) { return {assay::emulator::float_to_half(value)}; }
inline float __bfloat162float(__nv_bfloat16 value) {
  return assay::emulator::from_bits(static_cast<std::uint32_t>(value.bits) << 16);
}
inline __nv_bfloat16 __float2bfloat16_rn(float value) { return {assay::emulator::float_to_bfloat16(value)}; }
