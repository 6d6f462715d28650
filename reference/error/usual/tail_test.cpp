// SPDX-License-Identifier: Apache-2.0
#include "reference/error/usual/tail.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::reference {
namespace {

TEST(BinomialTail, EqualsTheSumOfExactProbabilities) {
  // n = 5, p = 1/4: probabilities are multiples of 1/1024: 243 405 270 90 15 1.
  EXPECT_NEAR(binomial_upper_tail(5, 3, 0.25), 106.0 / 1024, 1e-12);
  EXPECT_NEAR(binomial_lower_tail(5, 1, 0.25), 648.0 / 1024, 1e-12);
  EXPECT_EQ(binomial_upper_tail(5, 0, 0.25), 1);
  EXPECT_EQ(binomial_upper_tail(5, 6, 0.25), 0);
}

TEST(BinomialTail, BothTailsOverlapInOneTermOnly) {
  for (int k = 0; k <= 400; k += 37) {
    const double both = binomial_upper_tail(400, k, 0.1) + binomial_lower_tail(400, k - 1, 0.1);
    EXPECT_NEAR(both, 1, 1e-9) << k;
  }
}

TEST(DropoutRateTail, AllowsTheEightBitRateAndCatchesADoubledOne) {
  // p = 0.1 kept with 230 of 256: drops 26/256 = 0.1016.
  const std::int64_t n = 100000;
  EXPECT_EQ(dropout_rate_tail(n, n * 26 / 256, 0.1), 1);
  EXPECT_LT(dropout_rate_tail(n, n / 5, 0.1), violated_below());
  EXPECT_LT(dropout_rate_tail(n, 0, 0.1), violated_below());
}

TEST(HoeffdingTail, BoundsTheBinomialTail) {
  // n fair coins: width 1 each.
  for (int k : {60, 70, 80}) EXPECT_GE(hoeffding_tail(k - 50, 100), binomial_upper_tail(100, k, 0.5));
}

}  // namespace
}  // namespace assay::reference
