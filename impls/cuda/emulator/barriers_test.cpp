// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "impls/cuda/emulator/in_every_order.hpp"
#include "impls/cuda/simt/simt.hpp"

namespace assay::emulator {
namespace {

using simt::named_barrier_sync;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr unsigned threads = 96;

/// Every round a thread reads what its neighbour wrote in the round before.
__global__ void pass_along(int* cells) {
  for (int round = 1; round <= 4; ++round) {
    const int seen = cells[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    cells[threadIdx.x] = seen + 1;
    __syncthreads();
  }
}

TEST(BlockBarrier, OrdersWhatLiesOnItsTwoSides) {
  int cells[threads] = {};
  in_every_order(pass_along, dim3(1), dim3(threads), 0, cells, [&](const Outcome& outcome) {
    EXPECT_EQ(outcome.text(), "");
    EXPECT_EQ(outcome.counts.block_barriers, 8u);
    for (int& cell : cells) EXPECT_EQ(std::exchange(cell, 0), 4);
  });
}

__global__ void wait_in_two_places(int) {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
}

__global__ void return_early(int) {
  if (threadIdx.x == 5) return;
  __syncthreads();
}

__global__ void wait_alone(int) {
  if (threadIdx.x < 32) named_barrier_sync(1, 64);
}

TEST(BlockBarrier, TellsWhereThreadsDiverge) {
  in_every_order(wait_in_two_places, dim3(1), dim3(threads), 0, 0, [](const Outcome& outcome) {
    EXPECT_THAT(outcome.text(), AllOf(StartsWith("divergent barrier: thread "), HasSubstr("of block (0,0,0) waits"),
                                      HasSubstr("emulator/barriers_test.cpp:")));
  });
  in_every_order(return_early, dim3(1), dim3(threads), 0, 0, [](const Outcome& outcome) {
    EXPECT_THAT(outcome.text(),
                StartsWith("exited before barrier: thread 5 (warp 0 lane 5) of block (0,0,0) returned"));
  });
}

using namespace simt;

/// The first 64 threads fill, the last 32 empty; two barriers hand a buffer over and back.
__global__ void hand_over(int* sums) {
  int* buffer = dynamic_shared().take<int>(64);
  for (int round = 0; round < 3; ++round)
    if (threadIdx.x < 64) {
      if (round > 0) named_barrier_sync(2, 96);
      buffer[threadIdx.x] = round + 1;
      named_barrier_arrive(1, 96);
    } else {
      named_barrier_sync(1, 96);
      sums[threadIdx.x - 64] += buffer[threadIdx.x - 64] + buffer[threadIdx.x - 32];
      if (round < 2) named_barrier_arrive(2, 96);
    }
}

TEST(NamedBarrier, HandsABufferOverAndBack) {
  int sums[32] = {};
  in_every_order(hand_over, dim3(1), dim3(threads), 256, sums, [&](const Outcome& outcome) {
    EXPECT_EQ(outcome.text(), "");
    for (int& sum : sums) EXPECT_EQ(std::exchange(sum, 0), 2 * (1 + 2 + 3));
  });
}

struct Named {
  int id;
  int first;
  int second;
};
__global__ void arrive(Named p) { named_barrier_arrive(p.id, threadIdx.x < 32 ? p.first : p.second); }

TEST(NamedBarrier, RefusesWhatCannotComplete) {
  const auto said = [](Named p) { return launch(arrive, dim3(1), dim3(64), 0, nullptr, p); };
  EXPECT_EQ(said({1, 64, 64}), "");
  EXPECT_THAT(said({0, 64, 64}), HasSubstr("want 1 to 15"));
  EXPECT_THAT(said({16, 64, 64}), HasSubstr("want 1 to 15"));
  EXPECT_THAT(said({1, 33, 33}), HasSubstr("a multiple of 32"));
  EXPECT_THAT(said({1, 96, 96}), HasSubstr("at most the block's"));
  EXPECT_THAT(said({1, 64, 32}), HasSubstr("of 32 threads, others of 64"));
  EXPECT_THAT(launch(wait_alone, dim3(1), dim3(64), 0, nullptr, 0), HasSubstr("nobody can go on"));
}

}  // namespace
}  // namespace assay::emulator
