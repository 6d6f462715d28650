// SPDX-License-Identifier: Apache-2.0
// What lies around the tensors of a call is nobody's, and whoever touches it is named with the place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "impls/foreign/hostile/calling.hpp"

namespace assay::impls {
namespace {

using testing::HasSubstr;

TEST(Guards, TheElementPastATensorOfAnySizeIsNobodys) {
  const Call call = make_call(odd_case);
  EXPECT_EQ(fault_of(*plugin_kernel(hostile("reads_past_key"), limits()), call),
            "out of bounds read: key slice 1 (batch 0, head 1), 0 bytes past the end");
  EXPECT_EQ(fault_of(*plugin_kernel(hostile("reads_past_head"), limits()), call),
            "out of bounds read: key slice 0 (batch 0, head 0), 0 bytes past the end");
}

TEST(Guards, BothEndsOfALargerCallAreGuarded) {
  for (int seed = 1; seed <= 8; ++seed) {
    const std::string line = "b=1 hq=2 hkv=2 tq=65 tk=65 dk=37 dv=37 dtype=fp32 recipe=r1 seed=" + std::to_string(seed);
    for (const char* const name : {"reads_past_key", "reads_before_value"}) {
      const std::string fault = fault_of(*plugin_kernel(hostile(name), limits()), make_call(line.c_str()));
      EXPECT_THAT(fault, HasSubstr("out of bounds read")) << line;
    }
  }
}

TEST(Guards, WhoAsksForAlignedTensorsGetsThemAndACaveat) {
  const KernelPointer kernel = plugin_kernel(hostile("reads_past_aligned_key"), limits());
  EXPECT_EQ(fault_of(*kernel, make_call(odd_case)), "");
  EXPECT_THAT(lost(*kernel), HasSubstr("multiples of 16 bytes: reads less than 16 bytes past an end are not seen"));
  EXPECT_THAT(fault_of(*kernel, make_call()), HasSubstr("key slice 1 (batch 0, head 1), 0 bytes past the end"));
}

}  // namespace
}  // namespace assay::impls
