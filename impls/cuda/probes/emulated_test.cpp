// SPDX-License-Identifier: Apache-2.0
//
// The probes' kernels in the emulator: what a device would run, asked of a machine whose answers are known.
#include <gtest/gtest.h>

#include <algorithm>

#include "impls/cuda/emulator/launch.hpp"
#include "impls/cuda/probes/adder_probe.hpp"
#include "impls/cuda/probes/exp2_probe.hpp"
#include "impls/cuda/probes/float_probe.hpp"
#include "impls/cuda/probes/simt_machine.hpp"

namespace assay::probes {
namespace {

TEST(ProbeKernels, FindTheEmulatorsAdderThroughItsFragments) {
  emulator::library_settings().model = emulator::DotModel::Hopper;
  const auto machine = simt_machine();
  for (const char* const factors : {"fp16", "bf16"}) {
    const Adder adder = probe_adder(*machine, dtype(factors));
    EXPECT_TRUE(std::ranges::all_of(compare(adder, published_adder(9)), &Finding::agrees)) << factors;
    EXPECT_FALSE(std::ranges::all_of(compare(adder, published_adder(8)), &Finding::agrees)) << factors;
  }
}

TEST(ProbeKernels, FindTheHostsArithmetic) {
  const auto machine = simt_machine();
  const FloatArithmetic found = probe_floats(*machine);
  EXPECT_FALSE(found.contracts) << "the host compiler keeps products and sums apart";
  EXPECT_TRUE(found.fuses);
  EXPECT_EQ(found.rounded_quotients, found.quotients);
  const Exp2Error error = probe_exp2(*machine, 40009);
  EXPECT_LT(error.largest, 2);
  EXPECT_GT(error.kept, 0u) << "the host keeps subnormal results";
}

}  // namespace
}  // namespace assay::probes
