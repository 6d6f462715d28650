// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "impls/cuda/probes/adder_probe.hpp"
#include "impls/cuda/probes/machine.hpp"

namespace assay::probes {

/// For tests: a machine with the adder, the exponential and the float arithmetic that it is told to have. Its adder is
/// written down once more, with every choice that a probe tells apart.
class MadeUpMachine : public Machine {
 public:
  Adder adder{16, 25, 23, Shortening::Truncates, Shortening::Truncates, SubnormalFactor::SmallestNormalExponent, true};
  std::function<float(float)> exponential = [](float x) { return flushed(static_cast<float>(std::exp2(double{x}))); };
  bool flushes = false;
  bool contracts = true;
  double quotient_error = 0;   ///< relative
  double logarithm_error = 0;  ///< relative

  std::vector<float> dots(const FloatFormat& factors, std::span<const Dot> dots) override {
    std::vector<float> results;
    for (const Dot& dot : dots) results.push_back(adder.terms > 0 ? in_blocks(dot, factors) : in_a_chain(dot));
    return results;
  }

  std::vector<float> compute(Operation operation, std::span<const Operands> operands) override {
    std::vector<float> results;
    for (Operands o : operands) {
      if (flushes) o = {flushed(o.x), flushed(o.y), flushed(o.z)};
      const float result = one(operation, o);
      results.push_back(flushes ? flushed(result) : result);
    }
    return results;
  }

  std::vector<float> exp2(std::uint32_t first, std::uint32_t stride, std::size_t count) override {
    std::vector<float> results;
    for (std::size_t n = 0; n < count; ++n)
      results.push_back(exponential(std::bit_cast<float>(static_cast<std::uint32_t>(first + n * stride))));
    return results;
  }

  static float flushed(float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; }

 private:
  static double shortened(double value, int unit_exponent, Shortening how) {
    const double units = std::ldexp(value, -unit_exponent);
    const double kept = how == Shortening::Truncates ? std::trunc(units)
                        : how == Shortening::Floors  ? std::floor(units)
                                                     : std::nearbyint(units);
    return std::ldexp(kept, unit_exponent);
  }

  int exponent_of(double factor, const FloatFormat& format) const {
    const int own = std::ilogb(factor);
    return adder.subnormal_factor == SubnormalFactor::OwnExponent ? own : std::max(own, format.exponent_min());
  }

  double read(double factor, const FloatFormat& format) const {
    const bool zero = adder.subnormal_factor == SubnormalFactor::Zero && std::fabs(factor) < format.min_normal();
    return zero ? 0 : factor;
  }

  float in_blocks(const Dot& dot, const FloatFormat& format) const {
    double sum = adder.keeps_subnormal_addends ? dot.c : flushed(dot.c);
    for (std::size_t begin = 0; begin < dot.a.size(); begin += static_cast<std::size_t>(adder.terms)) {
      int largest = sum == 0 ? -1000 : std::max(std::ilogb(sum), -126);
      for (std::size_t k = begin; k < begin + static_cast<std::size_t>(adder.terms); ++k)
        if (read(dot.a[k], format) * read(dot.b[k], format) != 0)
          largest = std::max(largest, exponent_of(dot.a[k], format) + exponent_of(dot.b[k], format));
      if (largest == -1000) continue;
      const int unit = largest - adder.fraction_bits;
      double total = shortened(sum, unit, adder.alignment);
      for (std::size_t k = begin; k < begin + static_cast<std::size_t>(adder.terms); ++k)
        total += shortened(read(dot.a[k], format) * read(dot.b[k], format), unit, adder.alignment);
      sum = total == 0 ? 0 : shortened(total, std::max(std::ilogb(total), -126) - adder.stored_bits, adder.result);
    }
    return static_cast<float>(sum);
  }

  float in_a_chain(const Dot& dot) const {
    double sum = dot.c;
    for (std::size_t k = 0; k < dot.a.size(); ++k) sum = static_cast<float>(std::fma(dot.a[k], dot.b[k], sum));
    return static_cast<float>(sum);
  }

  float one(Operation operation, const Operands& o) const {
    switch (operation) {
      case Operation::Add: return o.x + o.y;
      case Operation::Multiply: return o.x * o.y;
      case Operation::MultiplyThenAdd: return contracts ? std::fma(o.x, o.y, o.z) : o.x * o.y + o.z;
      case Operation::FusedMultiplyAdd: return std::fma(o.x, o.y, o.z);
      case Operation::Divide: return static_cast<float>(double{o.x} / double{o.y} * (1 + quotient_error));
      case Operation::Log: return static_cast<float>(std::log(double{o.x}) * (1 + logarithm_error));
      case Operation::FastExp2: return exponential(o.x);
    }
    return 0;
  }
};

}  // namespace assay::probes
