// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "impls/cuda/emulator/in_every_order.hpp"
#include "impls/cuda/simt/simt.hpp"

namespace assay::emulator {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr unsigned all_lanes = 0xffffffffu;

struct Shuffled {
  int* out;
  int operand;
  int width;
};
enum class Way { Index, Up, Down, Xor };

template <Way way>
__global__ void shuffle_lanes(Shuffled p) {
  const int own = static_cast<int>(threadIdx.x);
  int got = 0;
  if constexpr (way == Way::Index) got = __shfl_sync(all_lanes, own, p.operand, p.width);
  if constexpr (way == Way::Up) got = __shfl_up_sync(all_lanes, own, p.operand, p.width);
  if constexpr (way == Way::Down) got = __shfl_down_sync(all_lanes, own, p.operand, p.width);
  if constexpr (way == Way::Xor) got = __shfl_xor_sync(all_lanes, own, p.operand, p.width);
  p.out[own] = got;
}

/// The lanes that 0 ... 31 read from, in every order.
template <Way way>
std::vector<int> sources(int operand, int width) {
  std::vector<int> out(32);
  in_every_order(shuffle_lanes<way>, dim3(1), dim3(32), 0, {out.data(), operand, width},
                 [](const Outcome& outcome) { EXPECT_EQ(outcome.text(), ""); });
  return out;
}

TEST(Shuffle, ReadsTheLaneThatTheGuideSays) {
  for (const int width : {1, 2, 8, 32})
    for (int operand = 0; operand < width; ++operand) {
      const auto index = sources<Way::Index>(operand, width), up = sources<Way::Up>(operand, width);
      const auto down = sources<Way::Down>(operand, width), exclusive = sources<Way::Xor>(operand, width);
      for (int lane = 0; lane < 32; ++lane) {
        const auto l = static_cast<std::size_t>(lane);
        const int first = lane / width * width, within = lane % width;
        EXPECT_EQ(index[l], first + operand);
        EXPECT_EQ(up[l], within < operand ? lane : lane - operand);
        EXPECT_EQ(down[l], within + operand < width ? lane + operand : lane);
        EXPECT_EQ(exclusive[l], lane ^ operand);
      }
    }
  EXPECT_EQ(sources<Way::Xor>(8, 8)[3], 3);      // a later segment: its own value
  EXPECT_EQ(sources<Way::Xor>(8, 8)[11], 3);     // an earlier one may be read
  EXPECT_EQ(sources<Way::Index>(33, 32)[5], 1);  // modulo the width
}

struct Folded {
  int* sums;
  unsigned* votes;
};
__global__ void fold_halves(Folded p) {
  const unsigned lane = threadIdx.x % 32, mask = lane < 8 ? 0x000000ffu : 0xffffff00u;
  const int value = static_cast<int>(threadIdx.x);
  const int sum = lane < 8 ? __reduce_add_sync(mask, value) : __reduce_max_sync(mask, value);
  p.sums[threadIdx.x] = sum;
  const unsigned votes = __ballot_sync(all_lanes, lane % 3 == 0);
  const bool any = __any_sync(all_lanes, lane == 31), all = __all_sync(all_lanes, lane < 31);
  p.votes[threadIdx.x] = any && !all ? votes : 0;
}

TEST(Reduce, FoldsTheLanesOfItsMask) {
  std::vector<int> sums(64);
  std::vector<unsigned> votes(64);
  in_every_order(fold_halves, dim3(1), dim3(64), 0, {sums.data(), votes.data()}, [&](const Outcome& outcome) {
    EXPECT_EQ(outcome.text(), "");
    EXPECT_EQ(sums[3], 28);
    EXPECT_EQ(sums[9], 31);
    EXPECT_EQ(sums[32], 8 * 32 + 28);
    EXPECT_EQ(sums[63], 63);
    for (const unsigned vote : votes) EXPECT_EQ(vote, 0x49249249u);
  });
}

__global__ void first_sixteen_exit(int* out) {
  if (threadIdx.x < 16) return;
  out[threadIdx.x] = __shfl_xor_sync(all_lanes, static_cast<int>(threadIdx.x), 1);
}

TEST(Shuffle, WaitsForNobodyWhoHasReturned) {
  int out[32];
  in_every_order(first_sixteen_exit, dim3(1), dim3(32), 0, out, [&](const Outcome& outcome) {
    EXPECT_EQ(outcome.text(), "");
    EXPECT_EQ(out[20], 21);
  });
}

__global__ void mask_without_caller(int*) { __shfl_sync(0x0000ffffu, 1, 0); }
__global__ void source_outside_mask(int*) {
  if (threadIdx.x < 16) __shfl_sync(0x0000ffffu, 1, 20);
}
__global__ void masks_differ(int*) { __syncwarp(threadIdx.x < 16 ? 0x00ffffffu : all_lanes); }
__global__ void places_differ(int*) {
  if (threadIdx.x < 16)
    __syncwarp();
  else
    __syncwarp();
}
__global__ void half_stays_away(int*) {
  if (threadIdx.x < 16)
    __shfl_xor_sync(all_lanes, 1, 1);
  else
    __syncthreads();
}
__global__ void odd_width(int*) { __shfl_sync(all_lanes, 1, 0, 5); }

TEST(Shuffle, TellsMisusedMasks) {
  const auto expect = [](void (*kernel)(int*), const std::string& why) {
    in_every_order(kernel, dim3(1), dim3(32), 0, nullptr, [&](const Outcome& outcome) {
      EXPECT_THAT(outcome.text(),
                  AllOf(StartsWith("shuffle mask: thread "), HasSubstr("emulator/warp_test.cpp:"), HasSubstr(why)));
    });
  };
  expect(mask_without_caller, "mask 0x0000ffff, which does not name it");
  expect(source_outside_mask, "asks lane 20 for its value");
  expect(masks_differ, "waits for it in __syncwarp at");
  expect(places_differ, "waits for it in __syncwarp at");
  expect(half_stays_away, "in __syncthreads at");
  expect(odd_width, "want a power of two");
}

}  // namespace
}  // namespace assay::emulator
