// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "impls/cuda/simt/simt.hpp"

namespace assay::emulator {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

__global__ void copy_by_fours(float* numbers) {
  const auto* from = reinterpret_cast<const float4*>(numbers);
  const float4 four = __ldg(from + threadIdx.x);
  reinterpret_cast<float4*>(numbers)[threadIdx.x] = make_float4(four.w, four.z, four.y, four.x);
}

TEST(EverydayWords, MoveVectors) {
  alignas(16) float numbers[4 * warpSize];
  for (int n = 0; n < 4 * warpSize; ++n) numbers[n] = static_cast<float>(n);
  ASSERT_EQ(simt::launch(copy_by_fours, dim3(1), dim3(warpSize), 0, nullptr, numbers), "");
  for (int n = 0; n < 4 * warpSize; ++n) {
    const int mirrored = n / 4 * 4 + 3 - n % 4;
    EXPECT_EQ(numbers[n], static_cast<float>(mirrored));
  }
  EXPECT_EQ(make_float2(1, 2).y, 2);
  EXPECT_EQ(alignof(float2), 8u);
}

TEST(EverydayWords, ChooseAmongTwoAsOnTheDevice) {
  EXPECT_EQ(min(-3, 2), -3);
  EXPECT_EQ(max(3u, 2u), 3u);
  EXPECT_EQ(min(1LL << 40, 1LL << 41), 1LL << 40);
  EXPECT_EQ(max(nan, -1.0f), -1.0f);
  EXPECT_EQ(min(2.0, static_cast<double>(nan)), 2.0);
}

TEST(EverydayWords, CountBits) {
  EXPECT_EQ(__popc(0xf0u), 4);
  EXPECT_EQ(__ffs(8), 4);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__clz(1), 31);
  EXPECT_EQ(__clz(0), 32);
}

TEST(EverydayWords, RoundToNearestOnce) {
  const float third = 1.0f / 3;
  EXPECT_EQ(__fmaf_rn(third, 3.0f, -1.0f), std::fma(third, 3.0f, -1.0f));
  EXPECT_EQ(__fadd_rn(__fmul_rn(third, 3.0f), -1.0f), 0.0f);
  EXPECT_NE(__fmaf_rn(third, 3.0f, -1.0f), 0.0f);
  EXPECT_EQ(__fsub_rn(1.0f, third), 1.0f - third);
  EXPECT_EQ(__frcp_rn(3.0f), third);
  EXPECT_EQ(__fdiv_rn(1.0f, 3.0f), third);
  EXPECT_EQ(__fsqrt_rn(2.0f), std::sqrt(2.0f));
  EXPECT_EQ(rsqrtf(4.0f), 0.5f);
}

}  // namespace
}  // namespace assay::emulator
