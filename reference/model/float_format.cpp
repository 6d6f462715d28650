// SPDX-License-Identifier: Apache-2.0
#include "reference/model/float_format.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "reference/model/contract.hpp"

namespace assay {
namespace {

std::uint64_t mantissa_mask(const FloatFormat& f) { return (std::uint64_t{1} << f.mantissa_bits) - 1; }
std::uint64_t exponent_mask(const FloatFormat& f) { return (std::uint64_t{1} << f.exponent_bits) - 1; }
std::uint64_t sign_bit(const FloatFormat& f) { return std::uint64_t{1} << (f.storage_bits() - 1); }

std::uint64_t infinity_bits(const FloatFormat& f) { return exponent_mask(f) << f.mantissa_bits; }

std::uint64_t nan_bits(const FloatFormat& f) {
  const std::uint64_t quiet = std::uint64_t{1} << (f.mantissa_bits - 1);
  return infinity_bits(f) | (f.has_infinity() ? quiet : mantissa_mask(f));
}

/// 2^exponent, from the smallest subnormal double to the largest power of two: std::ldexp without its call.
double power_of_two(int exponent) {
  constexpr int bias = 1023, mantissa_bits = 52, least_normal = -1022;
  if (exponent < least_normal)
    return std::bit_cast<double>(std::uint64_t{1} << (exponent - least_normal + mantissa_bits));
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + bias) << mantissa_bits);
}

/// Exponent of the quantum (distance between neighbours) at a finite magnitude: that of the double, whose subnormals
/// lie below every format's smallest normal number.
int quantum_exponent(const FloatFormat& f, double magnitude) {
  const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> 52) - 1023;
  return std::max(exponent, f.exponent_min()) - f.mantissa_bits;
}

std::uint64_t magnitude_bits(const FloatFormat& f, double magnitude) {
  if (magnitude == 0) return 0;
  const int quantum = quantum_exponent(f, magnitude);
  const auto units = static_cast<std::uint64_t>(std::nearbyint(magnitude * power_of_two(-quantum)));
  const std::uint64_t binade = static_cast<std::uint64_t>(quantum - (f.exponent_min() - f.mantissa_bits));
  // A carry into the next binade is the right bit pattern by itself: the fields are adjacent.
  const std::uint64_t bits = (binade << f.mantissa_bits) + units;
  const std::uint64_t beyond = f.has_infinity() ? infinity_bits(f) : nan_bits(f);
  return std::min(bits, beyond);
}

}  // namespace

double FloatFormat::max_finite() const {
  return decode(*this, has_infinity() ? infinity_bits(*this) - 1 : nan_bits(*this) - 1);
}
double FloatFormat::min_normal() const { return power_of_two(exponent_min()); }
double FloatFormat::min_subnormal() const { return power_of_two(exponent_min() - mantissa_bits); }
double FloatFormat::unit_roundoff() const { return power_of_two(-precision()); }

double decode(const FloatFormat& f, std::uint64_t bits) {
  if (f.storage_bits() == 64) return std::bit_cast<double>(bits);
  const std::uint64_t mantissa = bits & mantissa_mask(f);
  const std::uint64_t exponent = (bits >> f.mantissa_bits) & exponent_mask(f);
  const double sign = (bits & sign_bit(f)) ? -1.0 : 1.0;
  const bool top = exponent == exponent_mask(f);
  if (top && f.has_infinity()) {
    if (mantissa != 0) return std::numeric_limits<double>::quiet_NaN();
    return sign * std::numeric_limits<double>::infinity();
  }
  if (top && mantissa == mantissa_mask(f)) return std::numeric_limits<double>::quiet_NaN();
  const int quantum = f.exponent_min() - f.mantissa_bits;
  if (exponent == 0) return sign * static_cast<double>(mantissa) * power_of_two(quantum);
  const std::uint64_t significand = mantissa + (std::uint64_t{1} << f.mantissa_bits);
  return sign * static_cast<double>(significand) * power_of_two(quantum + static_cast<int>(exponent) - 1);
}

std::uint64_t encode(const FloatFormat& f, double value) {
  if (f.storage_bits() == 64) return std::bit_cast<std::uint64_t>(value);
  const std::uint64_t sign = std::signbit(value) ? sign_bit(f) : 0;
  if (std::isnan(value)) return sign | nan_bits(f);
  if (std::isinf(value)) return sign | (f.has_infinity() ? infinity_bits(f) : nan_bits(f));
  return sign | magnitude_bits(f, std::fabs(value));
}

double round_to(const FloatFormat& f, double value) { return decode(f, encode(f, value)); }

double ulp(const FloatFormat& f, double value) {
  if (!std::isfinite(value)) return std::numeric_limits<double>::quiet_NaN();
  if (value == 0) return f.min_subnormal();
  return power_of_two(quantum_exponent(f, std::fabs(value)));
}

const FloatFormat& dtype(std::string_view name) {
  std::string known;
  for (const FloatFormat& format : all_dtypes()) {
    if (format.name == name) return format;
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  }
  throw UsageError("unknown dtype '" + std::string(name) + "'; known: " + known);
}

}  // namespace assay
