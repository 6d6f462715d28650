// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <utility>

#include "impls/cuda/emulator/in_every_order.hpp"
#include "impls/cuda/simt/simt.hpp"

namespace assay::emulator {
namespace {

using namespace simt;
using testing::HasSubstr;
using testing::StartsWith;

struct Seen {
  int unwritten;
  bool aligned;
  bool apart;
};

/// Counts what is no NaN, then leaves numbers behind.
__global__ void look_at_fresh_memory(Seen* seen) {
  SharedCarve carve = dynamic_shared();
  float* first = carve.take<float>(33);
  auto* second = carve.take<__half>(5);
  if (threadIdx.x == 0) {
    for (int n = 0; n < 33; ++n) seen->unwritten += std::isnan(first[n]);
    for (int n = 0; n < 5; ++n) seen->unwritten += std::isnan(__half2float(second[n]));
    seen->aligned = reinterpret_cast<std::uintptr_t>(first) % 16 + reinterpret_cast<std::uintptr_t>(second) % 16 == 0;
    seen->apart = reinterpret_cast<std::byte*>(second) - reinterpret_cast<std::byte*>(first + 33) >= 1024;
  }
  __syncthreads();
  for (unsigned n = threadIdx.x; n < 33; n += blockDim.x) first[n] = 1;
}

TEST(SharedMemory, BeginsAsNaNInEveryBlock) {
  Seen seen{};
  ASSERT_EQ(launch(look_at_fresh_memory, dim3(3), dim3(64), 144 + 16, nullptr, &seen), "");
  EXPECT_EQ(seen.unwritten, 3 * (33 + 5));
  EXPECT_TRUE(seen.aligned);
  EXPECT_TRUE(seen.apart);
}

__global__ void take_by_thread(int extra) { dynamic_shared().take<float>(threadIdx.x == 7 ? 4 + extra : 4, "tile"); }

TEST(SharedMemory, IsCarvedAlikeByAllAndFitsTheLaunch) {
  EXPECT_EQ(launch(take_by_thread, dim3(1), dim3(32), 16, nullptr, 0), "");
  EXPECT_THAT(launch(take_by_thread, dim3(1), dim3(32), 64, nullptr, 4),
              StartsWith("carve mismatch: thread 7 (warp 0 lane 7) of block (0,0,0) takes 32 bytes as tile at "));
  EXPECT_THAT(launch(take_by_thread, dim3(1), dim3(32), 15, nullptr, 0), HasSubstr("the launch gives 15"));
}

__global__ void reverse_in_static_memory(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

TEST(SharedMemory, MayBeStatic) {
  int out[64];
  in_every_order(reverse_in_static_memory, dim3(2), dim3(64), 0, out, [&](const Outcome& outcome) {
    EXPECT_EQ(outcome.text(), "");
    for (int n = 0; n < 64; ++n) EXPECT_EQ(std::exchange(out[n], -1), 63 - n);
  });
}

}  // namespace
}  // namespace assay::emulator
