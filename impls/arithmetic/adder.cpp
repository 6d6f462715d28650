// SPDX-License-Identifier: Apache-2.0
#include "impls/arithmetic/adder.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace assay::impls {
namespace {

/// a * b + c rounded once. A double holds the product of two floats exactly, and std::fma in double followed by one
/// rounding to a format of at most 24 bits differs from the single rounding only through double rounding, which stays
/// within one extra 2^-53.
double fused(const Accumulator& acc, double a, double b, double c, bool flush) {
  return rounded(acc.format, std::fma(a, b, c), flush);
}

double chain_step(const Accumulator& acc, double sum, const Factors& f, bool flush) {
  if (acc.fused) return fused(acc, f.a, f.b, sum, flush);
  return rounded(acc.format, sum + rounded(acc.format, f.a * f.b, flush), flush);
}

double tree(const Accumulator& acc, double start, std::span<const Factors> terms, bool flush) {
  std::vector<double> level;
  for (const Factors& f : terms) level.push_back(rounded(acc.format, f.a * f.b, flush));
  while (level.size() > 1) {
    std::vector<double> next;
    for (std::size_t n = 0; n + 1 < level.size(); n += 2)
      next.push_back(rounded(acc.format, level[n] + level[n + 1], flush));
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = std::move(next);
  }
  return level.empty() ? start : rounded(acc.format, start + level.front(), flush);
}

int factor_exponent(double x, int exponent_min) { return std::max(std::ilogb(x), exponent_min); }

double cut(double value, int unit_exponent) {
  return std::ldexp(std::trunc(std::ldexp(value, -unit_exponent)), unit_exponent);
}

double instruction(const Accumulator& acc, double addend, std::span<const Factors> terms, const FloatFormat& factors) {
  double plain = addend;
  for (const Factors& f : terms) plain += f.a * f.b;
  if (!std::isfinite(plain)) return plain;  // zero times NaN too
  bool any = addend != 0;
  int largest = addend == 0 ? -1000 : factor_exponent(addend, acc.format.exponent_min());
  for (const Factors& f : terms)
    if (f.a != 0 && f.b != 0) {
      any = true;
      largest = std::max(largest,
                         factor_exponent(f.a, factors.exponent_min()) + factor_exponent(f.b, factors.exponent_min()));
    }
  if (!any) return 0;
  const int unit = largest - acc.fraction_bits;
  double sum = cut(addend, unit);
  for (const Factors& f : terms) sum += cut(f.a * f.b, unit);
  if (sum == 0) return 0;
  return cut(sum, factor_exponent(sum, acc.format.exponent_min()) - acc.stored_bits);
}

/// Instruction after instruction.
double instructions(const Accumulator& acc, double sum, std::span<const Factors> terms, const FloatFormat& factors) {
  const auto size = static_cast<std::size_t>(acc.terms);
  for (std::size_t n = 0; n < terms.size(); n += size)
    sum = instruction(acc, sum, terms.subspan(n, std::min(size, terms.size() - n)), factors);
  return sum;
}

/// Groups that begin at zero, added by rounding.
double promoted(const Accumulator& acc, double sum, std::span<const Factors> terms, const FloatFormat& factors,
                bool flush) {
  const auto size = static_cast<std::size_t>(acc.promoted);
  for (std::size_t n = 0; n < terms.size(); n += size)
    sum = rounded(acc.format, sum + instructions(acc, 0, terms.subspan(n, std::min(size, terms.size() - n)), factors),
                  flush);
  return sum;
}
}  // namespace

double rounded(const FloatFormat& format, double value, bool flush) {
  const double result =
      format.name == "fp32" ? static_cast<double>(static_cast<float>(value)) : round_to(format, value);
  return flush && std::fabs(result) < format.min_normal() ? std::copysign(0.0, result) : result;
}

double accumulate(const Accumulator& acc, double start, std::span<const Factors> terms, const FloatFormat& factors,
                  bool flush) {
  if (acc.kind == Accumulator::Kind::Tree) return tree(acc, start, terms, flush);
  if (acc.kind == Accumulator::Kind::TensorCore)
    return acc.promoted > 0 ? promoted(acc, start, terms, factors, flush) : instructions(acc, start, terms, factors);
  double sum = start;
  if (acc.kind == Accumulator::Kind::Chain)
    for (const Factors& f : terms) sum = chain_step(acc, sum, f, flush);
  else
    for (std::size_t n = terms.size(); n-- > 0;) sum = chain_step(acc, sum, terms[n], flush);
  return sum;
}

}  // namespace assay::impls
