// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "impls/cuda/emulator/in_every_order.hpp"
#include "impls/cuda/simt/simt.hpp"

namespace assay::emulator {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Trace {
  int* place;  // of the next entry
  int* entries;
};

__global__ void number_threads(Trace p) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  p.entries[(*p.place)++] = static_cast<int>(block * blockDim.x * blockDim.y * blockDim.z + thread);
}

std::vector<int> trace(Order order, std::uint64_t seed) {
  int place = 0;
  std::vector<int> entries(2 * 3 * 2 * 8 * 3 * 2, -1);
  Launch settings = library_launch();
  settings.order = order;
  settings.seed = seed;
  EXPECT_EQ(run(settings, number_threads, dim3(2, 3, 2), dim3(8, 3, 2), 0, {&place, entries.data()}).text(), "");
  return entries;
}

TEST(EmulatedLaunch, RunsEveryThreadOfEveryBlockOnceInItsOrder) {
  const std::vector<int> linear = trace(Order::Linear, 1), random = trace(Order::Random, 1);
  EXPECT_TRUE(std::ranges::is_sorted(linear));
  EXPECT_TRUE(std::ranges::is_sorted(trace(Order::Reverse, 1), std::greater()));
  EXPECT_TRUE(std::ranges::is_permutation(random, linear));
  EXPECT_EQ(random, trace(Order::Random, 1));
  EXPECT_NE(random, trace(Order::Random, 2));
}

__global__ void do_nothing(int) {}

TEST(EmulatedLaunch, RefusesWhatADeviceWould) {
  const auto refusal = [](dim3 grid, dim3 block, std::size_t bytes) {
    return simt::launch(do_nothing, grid, block, bytes, nullptr, 0);
  };
  EXPECT_EQ(refusal(dim3(1), dim3(1024), 227 * 1024), "");
  EXPECT_THAT(refusal(dim3(1), dim3(1025), 0), HasSubstr("a block of 1025 threads"));
  EXPECT_THAT(refusal(dim3(1), dim3(0), 0), HasSubstr("a block of 0 threads"));
  EXPECT_THAT(refusal(dim3(1), dim3(1, 1, 65), 0), HasSubstr("at most 64 in z"));
  EXPECT_THAT(refusal(dim3(0), dim3(32), 0), HasSubstr("without blocks"));
  EXPECT_THAT(refusal(dim3(1, 65536), dim3(32), 0), HasSubstr("65535"));
  EXPECT_THAT(refusal(dim3(1), dim3(32), 227 * 1024 + 1), HasSubstr("dynamic shared memory"));
}

TEST(EmulatedLaunch, SaysWhatItWasBuiltFor) {
  EXPECT_THAT(simt::build_text(), StartsWith("emulated order=linear flavour=plain model=fp32-fma g++-"));
  EXPECT_STREQ(assay_emulated_build(), "emulated order=linear flavour=plain model=fp32-fma");
  Launch other = library_launch();
  other.order = Order::Random;
  other.seed = 7;
  other.model = DotModel::Hopper;
  EXPECT_THAT(build_text(other), StartsWith("emulated order=random seed=7 flavour=plain model=aligned-16-25-23 "));
}

__global__ void wait_for_ever(int* flag) {
  while (atomicCAS(flag, 1, 2) != 1) {
  }
}

__global__ void wait_for_neighbour(int* flag) {
  if (threadIdx.x == blockDim.x - 1) atomicAdd(flag, 1);
  while (atomicMax(flag, 0) == 0) {
  }
}

TEST(EmulatedLaunch, EndsAThreadThatWaitsForNobody) {
  int flag = 0;
  in_every_order(wait_for_ever, dim3(1), dim3(64), 0, &flag,
                 [](const Outcome& o) { EXPECT_THAT(o.text(), StartsWith("no progress: thread ")); });
  in_every_order(wait_for_neighbour, dim3(1), dim3(64), 0, &flag, [&](const Outcome& o) {
    EXPECT_EQ(o.text(), "");
    flag = 0;
  });
}

__global__ void add_up(unsigned* sum) {
  atomicAdd(sum, threadIdx.x);
  __threadfence();
}

TEST(EmulatedLaunch, AtomicsReturnWhatWasThere) {
  unsigned sum = 0;
  ASSERT_EQ(simt::launch(add_up, dim3(3), dim3(100), 0, nullptr, &sum), "");
  EXPECT_EQ(sum, 3u * 99 * 100 / 2);
}

}  // namespace
}  // namespace assay::emulator
