// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/device_copy.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace assay::impls::worker {
namespace {

/// A device whose memory is the host's.
const assay_memory memory{.size = sizeof(assay_memory),
                          .reserved = 0,
                          .allocate = [](std::size_t bytes) { return std::malloc(bytes); },
                          .release = [](void* address) { std::free(address); },
                          .to_device =
                              [](void* device, const void* host, std::size_t bytes) {
                                std::memcpy(device, host, bytes);
                                return assay_status{ASSAY_OK};
                              },
                          .to_host =
                              [](void* host, const void* device, std::size_t bytes) {
                                std::memcpy(host, device, bytes);
                                return assay_status{ASSAY_OK};
                              }};

RegionView view(const std::string& name) {
  return {name, 0, 0, ElementType::of(dtype("fp32")), {1, 1, 2, 3}, {6, 6, 3, 1}};
}

struct Copied : testing::Test {
  float key[6] = {1, 2, 3, 4, 5, 6}, out[6] = {};
  DeviceCopy copy{&memory};
  float* device_key = static_cast<float*>(copy.place(view("key"), key));
  float* device_out = static_cast<float*>(copy.place(view("out"), out));
};
using DeviceCopies = Copied;

TEST_F(DeviceCopies, BringInputsThereAndOutputsBack) {
  EXPECT_EQ(device_key[5], 6);
  device_out[5] = 7;
  EXPECT_EQ(copy.copy_back(), "");
  EXPECT_EQ(out[5], 7);
}

TEST_F(DeviceCopies, TellWhatWasWrittenOutOfBounds) {
  device_out[6] = 1;
  EXPECT_EQ(copy.copy_back(), "out, 0 bytes past the end");
}

TEST_F(DeviceCopies, TellWhatWasWrittenBeforeTheStart) {
  std::memset(device_out - 1, 0, 1);
  EXPECT_EQ(copy.copy_back(), "out, 4 bytes before the start");
}

TEST_F(DeviceCopies, TellAnInputThatWasWritten) {
  device_key[0] = 0;
  EXPECT_EQ(copy.copy_back(), "key, an input");
}

TEST(DeviceCopy, WithoutADeviceTensorsStayWhereTheyAre) {
  DeviceCopy copy(nullptr);
  float out[6] = {};
  EXPECT_EQ(copy.place(view("out"), out), out);
  EXPECT_EQ(copy.copy_back(), "");
}

}  // namespace
}  // namespace assay::impls::worker
