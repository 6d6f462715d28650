// SPDX-License-Identifier: Apache-2.0
#include "properties/call.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "properties/judge/planted_kernel.hpp"

namespace assay::properties {
namespace {

Call small_call() {
  return make_call(parse_case("b=2 hq=2 hkv=1 tq=3 tk=5 dk=4 dv=3 dtype=fp32 lse=1 convention=torch recipe=r1 seed=1"));
}

Ran run_spoiled(const PlantedKernel::Run& spoiled) { return run(PlantedKernel(spoiled), small_call()); }

Faulted fault_of(const PlantedKernel::Run& spoiled) { return std::get<Faulted>(run_spoiled(spoiled)); }

TEST(Run, LetsAnHonestKernelPass) {
  const auto honest = [](const impls::Kernel& k, const Problem& p, const Inputs& in, Outputs& out) {
    k.run(p, in, out);
  };
  EXPECT_TRUE(std::holds_alternative<Outputs>(run_spoiled(honest)));
}

TEST(Run, ReportsAnExceptionWithItsText) {
  const Faulted fault =
      fault_of([](const auto&, const auto&, const auto&, auto&) { throw std::runtime_error("no memory"); });
  EXPECT_EQ(fault.kind, FaultKind::Exception);
  EXPECT_EQ(fault.where, "no memory");
  EXPECT_EQ(fault_of([](const auto&, const auto&, const auto&, auto&) { throw 7; }).kind, FaultKind::Exception);
}

TEST(Run, ReportsAWriteToAnInputByName) {
  const Faulted fault = fault_of([](const impls::Kernel& k, const Problem& p, const Inputs& in, Outputs& out) {
    k.run(p, in, out);
    const_cast<Tensor&>(in.value).set({1, 0, 2, 1}, 99);
  });
  EXPECT_EQ(fault.kind, FaultKind::InputWritten);
  EXPECT_EQ(fault.where, "value");
}

// x86 makes the one, GPUs make the other.
TEST(Run, TellsAProcessorsNanFromAnElementLeftUnwritten) {
  const Call call = make_call(parse_case("b=1 hq=1 hkv=1 tq=1 tk=2 dk=1 dv=1 dtype=fp16 recipe=r1 seed=1"));
  for (const std::uint64_t nan : {0xfe00u, 0x7fffu}) {
    const PlantedKernel kernel(
        [nan](const auto&, const auto&, const auto&, Outputs& out) {
          out.out.set_bits({0, 0, 0, 0}, nan);
        },
        "explicit_fp16");
    EXPECT_TRUE(std::holds_alternative<Outputs>(run(kernel, call)));
  }
}

TEST(Run, ReportsTheFirstElementLeftUnwritten) {
  const Faulted fault = fault_of([](const impls::Kernel& k, const Problem& p, const Inputs& in, Outputs& out) {
    k.run(p, in, out);
    out.out.set_bits({1, 0, 2, 1}, unwritten_bits(out.out.type().format));
  });
  EXPECT_EQ(fault.kind, FaultKind::OutputUnwritten);
  EXPECT_EQ(fault.where, "out[b=1 h=0 i=2 c=1]");
  const auto no_lse = [](const impls::Kernel& k, const Problem& p, const Inputs& in, Outputs& out) {
    const Outputs blank = out;
    k.run(p, in, out);
    out.lse = blank.lse;
  };
  EXPECT_EQ(fault_of(no_lse).where, "lse[b=0 h=0 i=0]");
}

TEST(Run, ReportsAnOutputOfAnotherShape) {
  EXPECT_EQ(fault_of([](const auto&, const auto&, const auto&, Outputs& out) {
              out.out = Tensor(out.out.type(), {1, 1, 1, 1});
            }).kind,
            FaultKind::OutputReplaced);
  EXPECT_EQ(fault_of([](const impls::Kernel& k, const Problem& p, const Inputs& in, Outputs& out) {
              k.run(p, in, out);
              out.lse.reset();
            }).kind,
            FaultKind::OutputReplaced);
}

}  // namespace
}  // namespace assay::properties
