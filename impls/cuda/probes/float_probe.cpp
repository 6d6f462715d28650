// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/probes/float_probe.hpp"

#include <cmath>
#include <cstdio>

#include "reference/model/case/random.hpp"

namespace assay::probes {
namespace {

constexpr std::size_t samples = 1 << 16;
constexpr double documented_log_error = 1;

float one(Machine& machine, Operation operation, const Operands& operands) {
  return machine.compute(operation, {&operands, 1}).front();
}

/// Positive numbers over all binades in which neither they nor their quotients are subnormal.
std::vector<Operands> positive_samples(std::uint32_t stream) {
  const RandomStream random(2026, stream);
  std::vector<Operands> list(samples);
  std::uint64_t n = 0;
  const auto draw = [&] {
    const auto exponent = static_cast<int>(random.below(n++, 121)) - 60;
    return static_cast<float>(std::ldexp(1 + random.uniform(n++), exponent));
  };
  for (Operands& operands : list) {
    operands.x = draw();
    operands.y = draw();
  }
  return list;
}

void probe_quotients(Machine& machine, FloatArithmetic& found) {
  const std::vector<Operands> operands = positive_samples(2);
  const std::vector<float> quotients = machine.compute(Operation::Divide, operands);
  found.quotients = quotients.size();
  // Of two floats, the double quotient rounds to the float that the exact one rounds to (53 >= 2 * 24 + 2 bits).
  for (std::size_t n = 0; n < quotients.size(); ++n)
    found.rounded_quotients +=
        quotients[n] == static_cast<float>(static_cast<double>(operands[n].x) / static_cast<double>(operands[n].y));
}

void probe_logarithms(Machine& machine, FloatArithmetic& found) {
  const std::vector<Operands> operands = positive_samples(3);
  const std::vector<float> logarithms = machine.compute(Operation::Log, operands);
  found.logarithms = logarithms.size();
  for (std::size_t n = 0; n < logarithms.size(); ++n) {
    const double exact = std::log(static_cast<double>(operands[n].x));
    if (exact == 0) continue;
    const double ulps = std::fabs(logarithms[n] - exact) / std::ldexp(1.0, std::ilogb(exact) - 23);
    if (!(ulps <= found.largest_log_error)) found.largest_log_error = ulps;
  }
}

Finding yes_or_no(const char* what, bool assumed, bool found) {
  const auto text = [](bool is) { return is ? "yes" : "no"; };
  return {what, text(assumed), text(found), assumed == found};
}

std::string text_of(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.4g", value);
  return buffer;
}

}  // namespace

FloatArithmetic probe_floats(Machine& machine) {
  constexpr float smallest = 0x1p-126f, tiny = 0x1p-140f;
  constexpr Operands fused{1 + 0x1p-12f, 1 + 0x1p-12f,
                           -1 - 0x1p-11f};  // the product rounds to -z; fused, 2^-24 is left
  FloatArithmetic found;
  found.keeps_subnormal_sums = one(machine, Operation::Add, {1.5f * smallest, -smallest, 0}) == 0.5f * smallest;
  found.keeps_subnormal_products = one(machine, Operation::Multiply, {0x1p-100f, 0x1p-40f, 0}) == tiny;
  found.keeps_subnormal_fused = one(machine, Operation::FusedMultiplyAdd, {0x1p-100f, 0x1p-40f, 0}) == tiny;
  found.reads_subnormals = one(machine, Operation::Multiply, {tiny, 0x1p40f, 0}) == 0x1p-100f;
  found.contracts = one(machine, Operation::MultiplyThenAdd, fused) == 0x1p-24f;
  found.fuses = one(machine, Operation::FusedMultiplyAdd, fused) == 0x1p-24f;
  probe_quotients(machine, found);
  probe_logarithms(machine, found);
  return found;
}

std::vector<Finding> compare(const FloatArithmetic& found) {
  const std::string all = std::to_string(found.quotients);
  return {
      yes_or_no("subnormal sums are kept", true, found.keeps_subnormal_sums),
      yes_or_no("subnormal products are kept", true, found.keeps_subnormal_products),
      yes_or_no("subnormal results of fma are kept", true, found.keeps_subnormal_fused),
      yes_or_no("subnormal operands count", true, found.reads_subnormals),
      yes_or_no("x * y + z is contracted", true, found.contracts),
      yes_or_no("fma rounds once", true, found.fuses),
      {"quotients rounded correctly", all + " of " + all, std::to_string(found.rounded_quotients) + " of " + all,
       found.rounded_quotients == found.quotients},
      {"largest error of log, ulps", "at most " + text_of(documented_log_error), text_of(found.largest_log_error),
       found.largest_log_error <= documented_log_error},
  };
}

}  // namespace assay::probes
