// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/probes/exp2_probe.hpp"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdio>

namespace assay::probes {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 22;
constexpr double documented = 2;  // in units of 2^-23

void look(float x, float got, Exp2Error& error) {
  ++error.asked;
  // The double function's own error is 2^-52 of the value: 2^-29 of a unit here.
  const double exact = std::exp2(static_cast<double>(x));
  if (!(got >= 0) || std::isinf(got)) {
    ++error.wrong;
  } else if (exact < FLT_MIN) {
    ++error.below_normal;
    error.kept += got != 0;
  } else {
    const double relative = std::fabs(got - exact) / exact * 0x1p23;
    if (relative > error.largest) error.largest = relative, error.at = x;
  }
}

std::string text_of(const char* format, double a, double b) {
  char buffer[100];
  std::snprintf(buffer, sizeof buffer, format, a, b);
  return buffer;
}

}  // namespace

Exp2Error probe_exp2(Machine& machine, std::uint32_t stride) {
  Exp2Error error;
  for (const float zero : {0.0f, -0.0f}) {
    ++error.asked;
    error.wrong += machine.exp2(std::bit_cast<std::uint32_t>(zero), 1, 1).front() != 1;
  }
  const std::uint32_t first = std::bit_cast<std::uint32_t>(-0x1p-26f);
  const std::uint32_t last = std::bit_cast<std::uint32_t>(-150.0f);
  const std::size_t all = (last - first) / stride + 1;
  for (std::size_t done = 0; done < all; done += chunk) {
    const auto start = static_cast<std::uint32_t>(first + done * stride);
    const std::vector<float> answers = machine.exp2(start, stride, std::min(chunk, all - done));
    for (std::size_t n = 0; n < answers.size(); ++n)
      look(std::bit_cast<float>(static_cast<std::uint32_t>(start + n * stride)), answers[n], error);
  }
  return error;
}

std::vector<Finding> compare(const Exp2Error& error) {
  const std::string below = std::to_string(error.below_normal);
  return {
      {"largest relative error of fast_exp2 in units of 2^-23", text_of("at most %g", documented, 0),
       text_of("%.4g at %.9g", error.largest, static_cast<double>(error.at)), error.largest <= documented},
      {"fast_exp2 results that are no exponential, or not 1 at 0", "0", std::to_string(error.wrong), error.wrong == 0},
      {"fast_exp2 results below the smallest normal number that are kept", "0 of " + below,
       std::to_string(error.kept) + " of " + below, error.kept == 0},
  };
}

}  // namespace assay::probes
