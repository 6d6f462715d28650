// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/dot_model.hpp"

#include <algorithm>
#include <cmath>

namespace assay::emulator {
namespace {

struct Adder {
  int terms;
  int fraction_bits;
};
constexpr int stored_bits = 23;
constexpr int addend_exponent_min = -126;

Adder adder_of(DotModel model) {
  switch (model) {
    case DotModel::Volta: return {4, 23};
    case DotModel::Ampere: return {8, 24};
    default: return {16, 25};
  }
}

int exponent_of(double x, int exponent_min) { return std::max(std::ilogb(x), exponent_min); }

double cut(double value, int unit_exponent) {
  return std::ldexp(std::trunc(std::ldexp(value, -unit_exponent)), unit_exponent);
}

/// One step of an aligned adder. Exact in double: 17 terms of at most 27 bits behind one exponent.
float aligned(const Adder& adder, const Factors16& f, int begin, float addend) {
  const int end = std::min(begin + adder.terms, f.count);
  double plain = addend;
  constexpr int nothing = -10000;
  int largest = addend == 0 ? nothing : exponent_of(addend, addend_exponent_min);
  for (int n = begin; n < end; ++n) {
    plain += static_cast<double>(f.a[n]) * f.b[n];
    if (f.a[n] != 0 && f.b[n] != 0)
      largest = std::max(largest, exponent_of(f.a[n], f.exponent_min) + exponent_of(f.b[n], f.exponent_min));
  }
  if (!std::isfinite(plain)) return static_cast<float>(plain);  // infinities and NaN by their own rules
  if (largest == nothing) return 0;
  const int unit = largest - adder.fraction_bits;
  double sum = cut(addend, unit);
  for (int n = begin; n < end; ++n) sum += cut(static_cast<double>(f.a[n]) * f.b[n], unit);
  if (sum == 0) return 0;
  const double stored = cut(sum, exponent_of(sum, addend_exponent_min) - stored_bits);
  return std::fabs(stored) >= 0x1p128 ? std::copysign(HUGE_VALF, static_cast<float>(sum)) : static_cast<float>(stored);
}

[[gnu::always_inline]] inline float chain(const Factors16& f, float addend) {
  float sum = addend;
  for (int n = 0; n < f.count; ++n) sum = std::fmaf(f.a[n], f.b[n], sum);
  return sum;
}

// The C library's fmaf is called at every step unless the compiler may use the instruction, which rounds the same.
#if defined(__x86_64__)
__attribute__((target("fma"))) float chain_by_instruction(const Factors16& f, float addend) { return chain(f, addend); }
bool has_fma() { return __builtin_cpu_supports("fma"); }
#else
float chain_by_instruction(const Factors16& f, float addend) { return chain(f, addend); }
bool has_fma() { return false; }
#endif

}  // namespace

const char* to_text(DotModel model) {
  switch (model) {
    case DotModel::Fp32Fma: return "fp32-fma";
    case DotModel::Volta: return "aligned-4-23-23";
    case DotModel::Ampere: return "aligned-8-24-23";
    case DotModel::Hopper: return "aligned-16-25-23";
  }
  return "";
}

float dot(DotModel model, const Factors16& f, float addend) {
  static const bool by_instruction = has_fma();
  if (model == DotModel::Fp32Fma) return by_instruction ? chain_by_instruction(f, addend) : chain(f, addend);
  float sum = addend;
  const Adder adder = adder_of(model);
  for (int begin = 0; begin < f.count; begin += adder.terms) sum = aligned(adder, f, begin, sum);
  return sum;
}

}  // namespace assay::emulator
