// SPDX-License-Identifier: Apache-2.0
#include "reference/error/worst/coefficients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace assay::reference {
namespace {

Arithmetic with(const char* line) { return parse_arithmetic(line); }

/// One running sum a lane over all keys, lanes added at the end, as kernels do that keep a row sum per thread.
double per_thread_sum(float weight, int keys, int lanes) {
  std::vector<float> sums(static_cast<std::size_t>(lanes), 0.0f);
  for (int n = 0; n < keys; ++n) sums[static_cast<std::size_t>(n % lanes)] += weight;
  float total = 0;
  for (const float sum : sums) total += sum;
  return total;
}

/// numerics.md#f4-the-row-sum-of-a-thread: equal weights round the same way at every addition, so the chain's length is
/// reached.
TEST(RowSumCoefficient, ARunningSumPerThreadNeedsItsOwnChainLength) {
  const int keys = 4096, lanes = 4, block = 128;
  double worst = 0;
  for (int n = 1; n < 2000; ++n) {
    const float weight = 0.5f + static_cast<float>(n) * 0x1.9p-13f;
    const double exact = static_cast<double>(weight) * keys;
    worst = std::max(worst, std::fabs(per_thread_sum(weight, keys, lanes) - exact) / exact);
  }
  const int blocks = keys / block;
  const SumShape shape{.terms = keys, .block = block, .blocks = blocks};
  EXPECT_LE(worst, row_sum_coefficient(with("fp32 row_sum=thread:4"), shape));
  EXPECT_GT(worst,
            row_sum_coefficient(with("fp32 row_sum=block"), shape));  // the per-block form would reject this kernel
}

TEST(SumCoefficient, GrowsWithTermsAndFallsWithTheTree) {
  const SumShape shape{.terms = 1024, .block = 0, .blocks = 1, .products_round = true};
  const double any = sum_coefficient(with("fp32 pv=fp32:any").pv, shape);
  EXPECT_DOUBLE_EQ(any, gamma(1025, 0x1p-24));
  EXPECT_DOUBLE_EQ(sum_coefficient(with("fp32 pv=fp32:any:fused").pv, shape), gamma(1024, 0x1p-24));
  EXPECT_DOUBLE_EQ(sum_coefficient(with("fp32 pv=fp32:tree").pv, shape), gamma(12, 0x1p-24));
  EXPECT_EQ(gamma(0x1p24, 0x1p-24), HUGE_VAL);
}

/// d = 64 on the published adders: Hopper 20 * 2^-23, Ampere 40 * 2^-23, Hopper fp8 8.1e-3, and one
/// term more an instruction where the addend has more bits than are kept (numerics.md#a4-tensor-cores).
TEST(SumCoefficient, TensorCoresFollowThePublishedParameters) {
  const SumShape shape{.terms = 64, .block = 0, .blocks = 0};
  EXPECT_NEAR(sum_coefficient(with("fp16 qk=tensor-core:16:25:23").qk, shape), 20 * 0x1p-23, 0x1p-30);
  EXPECT_NEAR(sum_coefficient(with("fp16 qk=tensor-core:8:24:23").qk, shape), 40 * 0x1p-23, 0x1p-30);
  EXPECT_NEAR(sum_coefficient(with("e4m3 qk=tensor-core:32:13:13").qk, shape), 2 * 34 * 0x1p-13, 1e-4);
}

/// n = 2048 keys in groups of 128: four instructions and sixteen additions instead of 64 instructions
/// (numerics.md#a4-tensor-cores).
TEST(SumCoefficient, PromotedGroupsPayForOneGroupAndTheirAdditions) {
  const SumShape shape{.terms = 2048, .block = 0, .blocks = 0};
  const double group = (128 + 2 * 4) * 0x1p-13;
  EXPECT_NEAR(sum_coefficient(with("e4m3 pv=tensor-core:32:13:13:128").pv, shape), group / (1 - group), 2e-6);
  EXPECT_GT(sum_coefficient(with("e4m3 pv=tensor-core:32:13:13").pv, shape), 15 * group);
}

/// Addends of three quarters of the last stored bit are lost in each instruction that holds a key. Four places an
/// instruction, keys that are seen every fourth place: there are as many instructions that cut as keys.
TEST(SumCoefficient, KeysThatHiddenOnesPartMeetMoreInstructions) {
  const Accumulator adder = with("fp16 pv=tensor-core:4:12:10").pv;
  const int keys = 64;
  const double addend = 0.75 * 0x1p-10;
  const double exact = 1 + (keys - 1) * addend;
  double got = 1;
  for (int n = 1; n < keys; ++n) got = std::trunc((got + addend) * 0x1p10) * 0x1p-10;
  const SumShape close{.terms = keys, .blocks = 1}, apart{.terms = keys, .positions = 4 * keys, .blocks = 1};
  EXPECT_GT(exact - got, sum_coefficient(adder, close) * exact);
  EXPECT_LE(exact - got, sum_coefficient(adder, apart) * exact);
}

}  // namespace
}  // namespace assay::reference
