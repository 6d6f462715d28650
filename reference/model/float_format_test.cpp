// SPDX-License-Identifier: Apache-2.0
//
// encode, decode and ulp against implementations that share nothing with float_format.cpp: the compiler's binary16,
// integer rounding of binary32 patterns for bf16, an enumeration by plain multiplication for the 8-bit formats, the
// hardware for binary32.
#include "reference/model/float_format.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "reference/model/contract.hpp"

namespace assay {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<FloatFormat> small_formats() {
  std::vector<FloatFormat> list;
  for (const FloatFormat& format : all_dtypes())
    if (format.storage_bits() <= 16) list.push_back(format);
  return list;
}

std::uint64_t patterns(const FloatFormat& f) { return std::uint64_t{1} << f.storage_bits(); }
std::uint64_t sign_of(const FloatFormat& f) { return patterns(f) / 2; }

/// The finite non-negative values in ascending order; the n-th has the bit pattern n. Powers of two by doubling and
/// halving only.
std::vector<double> enumerate(const FloatFormat& f) {
  const int steps = 1 << f.mantissa_bits;
  const int top_field = (1 << f.exponent_bits) - 1;
  std::vector<double> values;
  for (int field = 0; field <= top_field; ++field) {
    double unit = 1.0 / steps;
    for (int e = std::max(field, 1); e < top_field / 2; ++e) unit /= 2;
    for (int e = std::max(field, 1); e > top_field / 2; --e) unit *= 2;
    for (int m = 0; m < steps; ++m) {
      const bool special = field == top_field && (f.specials == Specials::Ieee || m == steps - 1);
      if (!special) values.push_back((field == 0 ? m : steps + m) * unit);
    }
  }
  return values;
}

/// Nearest of the enumerated values, ties to the even pattern, the value after the last standing for overflow.
std::uint64_t nearest(const std::vector<double>& values, double magnitude) {
  const auto above = std::lower_bound(values.begin(), values.end(), magnitude);
  const auto high = static_cast<std::uint64_t>(above - values.begin());
  if (high == 0) return 0;
  const double low_value = values[high - 1];
  const double high_value = high < values.size() ? values[high] : 2 * values[high - 1] - values[high - 2];
  if (magnitude >= high_value) return high;
  const double to_low = magnitude - low_value, to_high = high_value - magnitude;
  if (to_low == to_high) return high % 2 == 0 ? high : high - 1;
  return to_low < to_high ? high - 1 : high;
}

/// Values, midpoints and the neighbours of midpoints for every adjacent pair, overflow's threshold included.
template <class Check>
void for_each_decision(const FloatFormat& f, const Check& check) {
  const std::vector<double> values = enumerate(f);
  for (std::size_t n = 0; n < values.size(); ++n) {
    const double next = n + 1 < values.size() ? values[n + 1] : 2 * values[n] - values[n - 1];
    const double middle = values[n] + (next - values[n]) / 2;
    for (const double value : {values[n], std::nextafter(values[n], infinity), std::nextafter(middle, 0.0), middle,
                               std::nextafter(middle, infinity), std::nextafter(next, 0.0)}) {
      check(value);
      check(-value);
    }
  }
}

TEST(FloatFormat, DecodeGivesTheEnumeratedValues) {
  for (const FloatFormat& f : small_formats()) {
    const std::vector<double> values = enumerate(f);
    for (std::size_t n = 0; n < values.size(); ++n) {
      ASSERT_EQ(decode(f, n), values[n]) << f.name << " pattern " << n;
      ASSERT_EQ(decode(f, n | sign_of(f)), -values[n]) << f.name << " pattern " << n;
      ASSERT_TRUE(std::signbit(decode(f, n | sign_of(f)))) << f.name << " pattern " << n;
    }
    EXPECT_EQ(f.max_finite(), values.back());
    EXPECT_EQ(f.min_subnormal(), values[1]);
    EXPECT_EQ(f.min_normal(), values[std::size_t{1} << f.mantissa_bits]);
    EXPECT_EQ(1 + f.unit_roundoff() * 2, values[static_cast<std::size_t>(encode(f, 1) + 1)]);
  }
}

TEST(FloatFormat, PatternsBeyondTheFiniteOnesAreInfinityThenNan) {
  for (const FloatFormat& f : small_formats()) {
    std::uint64_t first = enumerate(f).size();
    if (f.has_infinity()) {
      EXPECT_EQ(decode(f, first), infinity);
      EXPECT_EQ(decode(f, first | sign_of(f)), -infinity);
      ++first;
    }
    for (std::uint64_t n = first; n < sign_of(f); ++n) {
      EXPECT_TRUE(std::isnan(decode(f, n))) << f.name << " pattern " << n;
      EXPECT_TRUE(std::isnan(decode(f, n | sign_of(f)))) << f.name << " pattern " << n;
    }
  }
}

TEST(FloatFormat, EncodeRoundsToTheNearestWithTiesToEvenAtEveryDecision) {
  for (const FloatFormat& f : small_formats()) {
    const std::vector<double> values = enumerate(f);
    for_each_decision(f, [&](double value) {
      const std::uint64_t sign = std::signbit(value) ? sign_of(f) : 0;
      // The pattern after the largest finite one is infinity where there is one and the only NaN where there is none.
      ASSERT_EQ(encode(f, value), nearest(values, std::fabs(value)) | sign) << f.name << " " << value;
    });
  }
}

TEST(FloatFormat, TheDecisionsTellPlantedRoundingFaultsApart) {
  for (const FloatFormat& f : small_formats()) {
    const std::vector<double> values = enumerate(f);
    int cut = 0, half_up = 0;
    for_each_decision(f, [&](double value) {
      const double magnitude = std::fabs(value);
      const auto below =
          static_cast<std::uint64_t>(std::upper_bound(values.begin(), values.end(), magnitude) - values.begin()) - 1;
      const bool tie = below + 1 < values.size() && magnitude - values[below] == values[below + 1] - magnitude;
      cut += nearest(values, magnitude) != below;
      half_up += tie && nearest(values, magnitude) != below + 1;
    });
    EXPECT_GT(cut, 0) << f.name;
    EXPECT_GT(half_up, 0) << f.name;
  }
}

TEST(FloatFormat, OverflowGivesInfinityOrNan) {
  for (const FloatFormat& f : small_formats())
    for (const double value : {2 * f.max_finite(), 1e300, std::numeric_limits<double>::max(), infinity}) {
      const double rounded = round_to(f, value);
      EXPECT_TRUE(f.has_infinity() ? rounded == infinity : std::isnan(rounded)) << f.name << " " << value;
      EXPECT_EQ(encode(f, -value), encode(f, value) | sign_of(f)) << f.name << " " << value;
    }
  // OCP 8-bit floating point specification, table 2: largest finite numbers.
  EXPECT_EQ(dtype("e4m3").max_finite(), 448);
  EXPECT_EQ(dtype("e5m2").max_finite(), 57344);
}

TEST(FloatFormat, NanStaysNanAndItsBitsKeepTheSign) {
  for (const FloatFormat& f : all_dtypes()) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(round_to(f, nan))) << f.name;
    EXPECT_EQ(encode(f, std::copysign(nan, -1)) >> (f.storage_bits() - 1), 1u) << f.name;
  }
}

TEST(FloatFormat, TinyNumbersRoundToSignedZero) {
  for (const FloatFormat& f : small_formats()) {
    for (const double value : {0.0, std::numeric_limits<double>::denorm_min(), f.min_subnormal() / 2}) {
      EXPECT_EQ(encode(f, value), 0u) << f.name << " " << value;
      EXPECT_EQ(encode(f, -value), sign_of(f)) << f.name << " " << value;
    }
    EXPECT_EQ(encode(f, std::nextafter(f.min_subnormal() / 2, 1)), 1u) << f.name;
  }
}

TEST(FloatFormat, UlpIsTheGapToTheNextValueUpEverywhere) {
  for (const FloatFormat& f : small_formats()) {
    const std::vector<double> values = enumerate(f);
    for (std::size_t n = 0; n + 1 < values.size(); ++n) {
      const double gap = values[n + 1] - values[n];
      ASSERT_EQ(ulp(f, values[n]), gap) << f.name << " " << values[n];
      ASSERT_EQ(ulp(f, -std::nextafter(values[n + 1], 0.0)), gap) << f.name << " " << values[n];
    }
    EXPECT_EQ(ulp(f, f.max_finite()), values.back() - values[values.size() - 2]);
    EXPECT_TRUE(std::isnan(ulp(f, infinity)));
    EXPECT_TRUE(std::isnan(ulp(f, std::numeric_limits<double>::quiet_NaN())));
  }
}

TEST(FloatFormat, HalfPrecisionAgreesWithTheCompilers) {
#ifdef __FLT16_MANT_DIG__
  const FloatFormat& f = dtype("fp16");
  for (std::uint32_t n = 0; n < 65536; ++n) {
    const auto theirs = static_cast<double>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(n)));
    const double ours = decode(f, n);
    ASSERT_TRUE(ours == theirs || (std::isnan(ours) && std::isnan(theirs))) << n;
  }
  for_each_decision(f, [&](double value) {
    ASSERT_EQ(encode(f, value), std::bit_cast<std::uint16_t>(static_cast<_Float16>(value))) << value;
  });
#else
  GTEST_SKIP() << "this compiler has no _Float16";
#endif
}

TEST(FloatFormat, BrainFloatAgreesWithIntegerRoundingOfBinary32) {
  const FloatFormat& f = dtype("bf16");
  for (std::uint32_t high = 0; high < 65536; ++high)
    for (const std::uint32_t low : {0x0000u, 0x0001u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      const std::uint32_t bits = high << 16 | low;
      const auto value = std::bit_cast<float>(bits);
      if (std::isnan(value)) continue;
      // Add half, less one when the kept part is even: carries into the exponent, and from the largest number into
      // infinity.
      const std::uint32_t rounded = (bits + 0x7fff + (high & 1)) >> 16;
      ASSERT_EQ(encode(f, value), rounded) << value;
    }
}

TEST(FloatFormat, BinaryThirtyTwoAgreesWithTheHardware) {
  const FloatFormat& f = dtype("fp32");
  std::mt19937_64 random(20240601);
  for (int n = 0; n < 200000; ++n) {
    const std::uint64_t bits = random();
    // A third of them with an exponent in the range of binary32, where rounding and not overflow is decided.
    const std::uint64_t near = (bits & ~(std::uint64_t{0x7ff} << 52)) | (std::uint64_t{860 + random() % 310} << 52);
    const std::uint64_t tie = near & ~((std::uint64_t{1} << 28) - 1);
    for (const std::uint64_t pattern : {bits, near, tie}) {
      const auto value = std::bit_cast<double>(pattern);
      if (std::isnan(value)) continue;
      ASSERT_EQ(encode(f, value), std::bit_cast<std::uint32_t>(static_cast<float>(value))) << value;
    }
    const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (std::isnan(single)) continue;
    ASSERT_EQ(decode(f, static_cast<std::uint32_t>(bits)), single);
    if (std::isfinite(single) && std::fabs(single) < f.max_finite()) {
      ASSERT_EQ(ulp(f, single), std::nextafter(std::fabs(single), INFINITY) - std::fabs(single)) << single;
    }
  }
}

TEST(FloatFormat, Binary64IsTheIdentity) {
  const FloatFormat& f = dtype("fp64");
  std::mt19937_64 random(20240602);
  for (int n = 0; n < 10000; ++n) {
    const auto value = std::bit_cast<double>(random());
    if (std::isnan(value)) continue;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(decode(f, std::bit_cast<std::uint64_t>(value))),
              std::bit_cast<std::uint64_t>(value));
    ASSERT_EQ(encode(f, value), std::bit_cast<std::uint64_t>(value));
  }
}

TEST(FloatFormat, UnknownNamesAreRefusedWithTheKnownOnes) {
  try {
    dtype("fp13");
    FAIL() << "fp13 was found";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("bf16, e4m3, e5m2, fp16, fp32, fp64"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace assay
