// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace assay {

/// What the largest exponent field means.
enum class Specials {
  Ieee,     ///< it holds infinities (mantissa 0) and NaN (mantissa not 0)
  NanOnly,  ///< it holds ordinary numbers; only exponent and mantissa all ones is NaN; no infinity (OCP FP8 E4M3)
};

/// A binary floating-point storage format, described rather than enumerated: decode, encode, ulp and the exhaustive
/// tests follow from the description. Every value of every format here is exactly a double.
struct FloatFormat {
  std::string_view name;  ///< the spelling in problem lines, e.g. "bf16"
  int exponent_bits;
  int mantissa_bits;  ///< stored bits, without the leading one
  Specials specials;

  constexpr bool operator==(const FloatFormat& other) const { return name == other.name; }

  constexpr int storage_bits() const { return 1 + exponent_bits + mantissa_bits; }
  constexpr int storage_bytes() const { return storage_bits() / 8; }
  /// Significand bits p, the leading one included.
  constexpr int precision() const { return mantissa_bits + 1; }
  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  /// Exponent of the smallest normal number.
  constexpr int exponent_min() const { return 1 - bias(); }
  constexpr bool has_infinity() const { return specials == Specials::Ieee; }

  double max_finite() const;
  double min_normal() const;
  double min_subnormal() const;
  /// u = 2^-p: the largest relative error of one rounding to nearest of a normal result.
  double unit_roundoff() const;
};

/// The value of a bit pattern. Exact.
double decode(const FloatFormat& format, std::uint64_t bits);

/// Round to nearest, ties to even; overflow gives infinity, or NaN where the format has none (the OCP non-saturating
/// mode). NaN gives the format's quiet NaN with all mantissa bits set or, for Ieee, the top one.
std::uint64_t encode(const FloatFormat& format, double value);

/// decode(encode(value)).
double round_to(const FloatFormat& format, double value);

/// Distance between the neighbours of the format at |value| (the quantum of its binade; the smallest subnormal at and
/// below the smallest normal). Zero and subnormals give min_subnormal; infinities and NaN give NaN.
double ulp(const FloatFormat& format, double value);

/// Every format of the build, sorted by name. Extension point: reference/model/dtypes.
const std::vector<FloatFormat>& all_dtypes();

/// Look a format up by name. Throws UsageError naming the known ones.
const FloatFormat& dtype(std::string_view name);

}  // namespace assay
