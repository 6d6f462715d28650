// SPDX-License-Identifier: Apache-2.0
// The whole emulator and the rules' kernels under AddressSanitizer, which is told of every switch from stack to stack.
#include <gtest/gtest.h>

#include <string>

#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator {
namespace {

const Rule& rule(const std::string& name) {
  for (const Rule& each : all_rules())
    if (each.name == name) return each;
  ADD_FAILURE() << "no rule " << name;
  return all_rules().front();
}

TEST(AddressSanitizer, HasNothingToSayOfGoodKernels) {
  for (const Rule& each : all_rules())
    for (const Order order : {Order::Linear, Order::Reverse, Order::Random}) {
      Launch settings = library_launch();
      settings.order = order;
      EXPECT_EQ(each.good(settings).text(), "") << each.name;
    }
}

TEST(AddressSanitizer, SeesRedZonesBetweenPiecesAndTheEndOfTensors) {
  EXPECT_DEATH(rule("index_past_a_piece").bad(library_launch()), "use-after-poison");
  EXPECT_DEATH(rule("write_past_a_tensor").bad(library_launch()), "heap-buffer-overflow");
}

__global__ void overrun_local_array(float* out) {
  volatile int past = 4;
  float local[4] = {};
  local[past] = 1;
  out[threadIdx.x] = local[0];
}

TEST(AddressSanitizer, SeesOverrunsOfAThreadsOwnArrays) {
  float out[32];
  EXPECT_DEATH(run(library_launch(), overrun_local_array, dim3(1), dim3(32), 0, out), "stack-buffer-(over|under)flow");
}

TEST(AddressSanitizer, KeepsUpWithLaunchesThatWereGivenUp) {
  for (int times = 0; times < 3; ++times) {
    EXPECT_NE(rule("shuffle_in_one_branch").bad(library_launch()).text(), "");
    EXPECT_EQ(rule("shuffle_in_one_branch").good(library_launch()).text(), "");
  }
}

}  // namespace
}  // namespace assay::emulator
