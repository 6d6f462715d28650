// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "impls/cuda/simt/simt.hpp"

namespace assay::emulator {
namespace {

using namespace simt;
using testing::HasSubstr;
using testing::StartsWith;

struct Copied {
  const float* from;
  int* arrived;  // after each wait: how many of the three groups
};

__device__ int numbers_in(const float* tile) {
  int count = 0;
  for (int group = 0; group < 3; ++group) count += tile[4 * group] == static_cast<float>(group + 1);
  return count;
}

__global__ void copy_in_groups(Copied p) {
  float* tile = dynamic_shared().take<float>(12);
  for (int group = 0; group < 3; ++group) {
    cp_async16(tile + 4 * group, p.from + 4 * group);
    cp_async_commit();
  }
  p.arrived[0] = numbers_in(tile);
  cp_async_wait<2>();
  p.arrived[1] = numbers_in(tile);
  cp_async_wait<2>();
  p.arrived[2] = numbers_in(tile);
  cp_async_commit();  // an empty group counts
  cp_async_wait<1>();
  p.arrived[3] = numbers_in(tile);
}

alignas(16) constexpr float numbers[16] = {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4};

TEST(AsyncCopy, ArrivesWhenItsGroupIsWaitedForAndNotBefore) {
  int arrived[4] = {};
  ASSERT_EQ(launch(copy_in_groups, dim3(1), dim3(1), 48, nullptr, {numbers, arrived}), "");
  EXPECT_THAT(arrived, testing::ElementsAre(0, 1, 1, 3));
}

__global__ void forget_to_commit(Copied p) {
  float* tile = dynamic_shared().take<float>(12);
  cp_async16(tile, p.from);
  cp_async_wait<0>();
  p.arrived[0] = std::isnan(tile[0]);
}

TEST(AsyncCopy, OfNoGroupIsNotWaitedFor) {
  int arrived = 0;
  ASSERT_EQ(launch(forget_to_commit, dim3(1), dim3(1), 48, nullptr, {numbers, &arrived}), "");
  EXPECT_EQ(arrived, 1);
}

struct Offset {
  const float* from;
  int shared;
  int global;
};
__global__ void copy_at(Offset p) { cp_async16(dynamic_shared().take<float>(8) + p.shared, p.from + p.global); }

TEST(AsyncCopy, IsAlignedAndEndsInSharedMemory) {
  const auto said = [](int shared, int global) {
    return launch(copy_at, dim3(1), dim3(1), 32, nullptr, {numbers, shared, global});
  };
  EXPECT_EQ(said(4, 4), "");
  EXPECT_THAT(said(1, 0), StartsWith("misaligned access: thread 0 (warp 0 lane 0) of block (0,0,0) copies 16 bytes"));
  EXPECT_THAT(said(0, 2), HasSubstr("from an address that is no multiple"));
  EXPECT_THAT(said(8, 0), StartsWith("shared out of bounds: "));
}

}  // namespace
}  // namespace assay::emulator
