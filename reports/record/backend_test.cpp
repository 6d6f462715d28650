// SPDX-License-Identifier: Apache-2.0
#include "reports/record/backend.hpp"

#include <gtest/gtest.h>

namespace assay::reports {
namespace {

std::string label(const std::string& build) {
  Environment environment;
  environment.date = "2026-11-30T12:00:00Z";
  return label_of(backend_of({"libx.so", "", {}, {}, {}, "x", "", build}, environment));
}

TEST(Backend, IsTheFirstWordOfTheBuildText) {
  EXPECT_EQ(label(""), "native");
  EXPECT_EQ(label("avx512 emulated"), "native");
  EXPECT_EQ(label("emulatedly fast"), "native");
  EXPECT_EQ(label("files"), "files");
  EXPECT_EQ(label("emulated order=linear flavour=plain model=fp32-fma g++-12.2"),
            "emulated (order linear, flavour plain, model fp32-fma)");
  EXPECT_EQ(label("  cuda device=\"NVIDIA H200\" driver=13.0 toolkit=13.0.88 sm_90"),
            "cuda (device NVIDIA H200, driver 13.0, toolkit 13.0.88, date 2026-11-30T12:00:00Z)");
}

TEST(Backend, SaysWhatItWasNotTold) {
  EXPECT_EQ(label("emulated"), "emulated (order not told, flavour not told, model not told)");
  EXPECT_EQ(label("cuda order=linear device="),
            "cuda (device not told, driver not told, toolkit not told, date 2026-11-30T12:00:00Z)");
}

TEST(Backend, OfAnEmulatorComesWithACaveatUntilADeviceRecordExists) {
  KernelRecord kernel{"libx_emulated.so", "", {}, {}, {}, "x", "", "emulated order=linear"};
  EXPECT_EQ(caveat_of(kernel),
            "emulated: evidence of logic, not of device numerics, memory order or speed; never run on a GPU");
  kernel.device_record = device_record_of("x", {{"y", "a GPU", "2026-12-02T00:00:00Z"}});
  EXPECT_NE(caveat_of(kernel).find("never run on a GPU"), std::string::npos);
  kernel.device_record = device_record_of("x_emulated", {{"x_cuda", "an older GPU", "2026-12-01T10:00:00Z"},
                                                         {"x", "a GPU", "2026-12-02T00:00:00Z"},
                                                         {"y", "another GPU", "2026-12-03T00:00:00Z"}});
  EXPECT_EQ(kernel.device_record, "2026-12-02, a GPU");
  EXPECT_EQ(caveat_of(kernel).find("never run on a GPU"), std::string::npos);
  kernel.library.build = "avx2";
  EXPECT_EQ(caveat_of(kernel), "");
}

TEST(Backend, OfTheEmulatorsPlainFlavourSaysWhatWasNotLookedFor) {
  KernelRecord kernel{"libx.so", "", {}, {}, {}, "x", "", "emulated order=linear flavour=plain"};
  EXPECT_NE(caveat_of(kernel).find("flavour plain: races, bounds and unwritten memory are not looked for"),
            std::string::npos);
  kernel.library.build = "emulated order=linear flavour=checked";
  EXPECT_EQ(caveat_of(kernel).find("not looked for"), std::string::npos);
}

TEST(Backend, StandsBehindANameThatIsNotNative) {
  reports::Run run;
  run.kernels = {{"a", "", {}, {}, {}, "a", "", "emulated"}, {"b", "", {}, {}, {}}};
  const auto backends = backends_of(run);
  EXPECT_EQ(with_backend("a", backends), "a (emulated)");
  EXPECT_EQ(with_backend("b", backends), "b");
  EXPECT_EQ(with_backend("nobody", backends), "nobody");
}

TEST(KernelNames, MeetWithoutTheirBackend) {
  for (const char* name : {"build/dev/cuda/libtiled_emulated_linear.so", "libtiled_cuda.so", "./tiled-cuda_sm_90.so",
                           "libtiled_emulated_checked.so", "tiled", "cuda_tiled"})
    EXPECT_EQ(without_backend(name), "tiled") << name;
  EXPECT_EQ(without_backend("libsplit_kv_cuda.so"), "split_kv");
  EXPECT_EQ(without_backend("fault/cuda"), "fault/cuda");
  EXPECT_EQ(without_backend("cuda"), "cuda");
  EXPECT_NE(without_backend("libtiled.so"), without_backend("libtensor_core.so"));
}

}  // namespace
}  // namespace assay::reports
