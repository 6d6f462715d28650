// SPDX-License-Identifier: Apache-2.0
#include "properties/cases/plain_number.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace assay::properties {
namespace {

constexpr double integer_limit = 1000;

bool is_small_integer(double value) { return std::abs(value) <= integer_limit && std::trunc(value) == value; }

/// Significant bits of a finite number: 1 for a power of two.
int significant_bits(double value) {
  int exponent = 0;
  const double fraction = std::frexp(std::abs(value), &exponent);
  auto integer = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  if (integer == 0) return 0;
  int bits = 53;
  while (integer % 2 == 0) {
    integer /= 2;
    --bits;
  }
  return bits;
}

/// The number cut (towards zero) to its leading significant bits.
double cut_to_bits(double value, int bits) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::trunc(std::ldexp(fraction, bits)), exponent - bits);
}

}  // namespace

NumberRank number_rank(double value) {
  if (std::isnan(value)) return {.kind = 3};
  NumberRank rank;
  rank.negative = std::signbit(value);
  rank.size = std::abs(value);
  if (std::isinf(value)) {
    rank.kind = 2;
  } else if (!is_small_integer(value)) {
    rank.kind = 1;
    rank.bits = significant_bits(value);
    rank.exponent_distance = std::abs(std::ilogb(value));
  }
  return rank;
}

double without_idle_sign(double value) { return std::isnan(value) || value == 0 ? std::abs(value) : value; }

bool plainer(double a, double b) { return number_rank(a) < number_rank(b); }

int number_cost(double value) {
  const NumberRank rank = number_rank(value);
  const int sign = rank.negative ? 1 : 0;
  switch (rank.kind) {
    case 0: return rank.size <= 1 ? static_cast<int>(rank.size) + sign : 2 + std::ilogb(rank.size) + sign;
    case 1: return 12 + rank.bits + sign;
    case 2: return 70 + sign;
    default: return 72;
  }
}

std::vector<double> plainer_numbers(double value) {
  std::vector<double> candidates{0.0, 1.0};
  if (std::isfinite(value)) {
    candidates.push_back(std::trunc(value));
    for (const int bits : {1, 2, 4, 8, 16, 24}) candidates.push_back(cut_to_bits(value, bits));
    if (is_small_integer(value)) {
      candidates.push_back(std::trunc(value / 2));
      candidates.push_back(value - std::copysign(1.0, value));
    }
  }
  candidates.push_back(-value);
  std::vector<double> result;
  for (const double candidate : candidates) {
    const bool known = std::find(result.begin(), result.end(), candidate) != result.end();
    if (!known && plainer(candidate, value)) result.push_back(candidate + 0.0);
  }
  return result;
}

}  // namespace assay::properties
