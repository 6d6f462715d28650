// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/model/float_format.hpp"

namespace assay::probes {

/// c + sum of a[k] b[k]: what a tensor core makes one element of its result of. Factors are exact in their format.
struct Dot {
  std::array<double, 16> a{};
  std::array<double, 16> b{};
  float c = 0;
};

/// Operations on float32 as the compiler and the device compute them.
enum class Operation { Add, Multiply, MultiplyThenAdd, FusedMultiplyAdd, Divide, Log, FastExp2 };
struct Operands {
  float x = 0;
  float y = 0;
  float z = 0;
};

/// What probes are put to: a device, an emulator of one, or a test's made-up one.
class Machine {
 public:
  virtual ~Machine() = default;
  /// Each of the dots by one mma.m16n8k16 with float32 sums, its factors in fp16 or bf16.
  virtual std::vector<float> dots(const FloatFormat& factors, std::span<const Dot> dots) = 0;
  /// x + y, x y, x y + z as it is written, fma(x, y, z), x / y, log(x), the kernels' fast_exp2(x).
  virtual std::vector<float> compute(Operation operation, std::span<const Operands> operands) = 0;
  /// fast_exp2 of the floats whose bits are first, first + stride, ...
  virtual std::vector<float> exp2(std::uint32_t first, std::uint32_t stride, std::size_t count) = 0;
};

/// One answer, beside what the bound assumes of it.
struct Finding {
  std::string what;
  std::string assumed;
  std::string found;
  bool agrees = false;
  bool operator==(const Finding&) const = default;
};

}  // namespace assay::probes
