// SPDX-License-Identifier: Apache-2.0
#include "properties/cases/plain_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/model/float_format.hpp"

namespace assay::properties {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(PlainNumber, TheOrderIsTheOneThatTheHeaderStates) {
  const std::vector<double> ascending{0,     -0.0, 1,    -1,           2,   -2,       3,         64, -1000, 0.5, 1024,
                                      -1024, 1.5,  0.75, 0x1p40 * 1.5, 0.1, infinity, -infinity, nan};
  for (std::size_t n = 1; n < ascending.size(); ++n) {
    EXPECT_TRUE(plainer(ascending[n - 1], ascending[n])) << ascending[n - 1] << " before " << ascending[n];
    EXPECT_FALSE(plainer(ascending[n], ascending[n - 1])) << ascending[n - 1] << " before " << ascending[n];
  }
}

TEST(PlainNumber, CostsNeverContradictTheOrderOfKinds) {
  const std::vector<double> ascending{0, 1, -1, 4, 1000, 0.5, 0.1, infinity, nan};
  for (std::size_t n = 1; n < ascending.size(); ++n) {
    EXPECT_LT(number_cost(ascending[n - 1]), number_cost(ascending[n])) << ascending[n];
  }
}

TEST(PlainNumber, EveryCandidateIsPlainerAndTheWalkEndsAtZero) {
  for (const double start : {nan, -infinity, -0x1.fffffep+127, 0.1, -3.0, 1e-40}) {
    double value = start;
    int steps = 0;
    for (auto next = plainer_numbers(value); !next.empty(); next = plainer_numbers(value)) {
      for (const double candidate : next) EXPECT_TRUE(plainer(candidate, value)) << candidate << " from " << value;
      value = next.back();  // the most timid step
      ASSERT_LT(++steps, 2000);
    }
    EXPECT_EQ(value, 0) << "from " << start;
  }
}

TEST(PlainNumber, CandidatesButOneLessExistInEveryFormatThatHasTheNumber) {
  for (const char* name : {"e4m3", "e5m2"}) {
    const FloatFormat& format = dtype(name);
    for (std::uint64_t bits = 0; bits < 256; ++bits) {
      const double value = decode(format, bits);
      for (const double candidate : plainer_numbers(value)) {
        const bool one_less = std::abs(candidate) == std::abs(value) - 1;
        if (one_less) continue;
        EXPECT_EQ(round_to(format, candidate), candidate) << value;
      }
    }
  }
}

}  // namespace
}  // namespace assay::properties
