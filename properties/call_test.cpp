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

Faulted fault_of(const PlantedKernel::Run& spoiled) {
  Ran ran = run(PlantedKernel(spoiled), small_call());
  const auto* fault = std::get_if<Faulted>(&ran);
  return fault ? *fault : Faulted{"none", ""};
}

TEST(Run, LetsAnHonestKernelPass) {
  const auto honest = [](const impls::Kernel& k, const Problem& p, const Inputs& in, Outputs& out) {
    k.run(p, in, out);
  };
  EXPECT_EQ(fault_of(honest).kind, "none");
}

TEST(Run, ReportsAnExceptionWithItsText) {
  const Faulted fault =
      fault_of([](const auto&, const auto&, const auto&, auto&) { throw std::runtime_error("no memory"); });
  EXPECT_EQ(fault.kind, "exception");
  EXPECT_EQ(fault.where, "no memory");
  EXPECT_EQ(fault_of([](const auto&, const auto&, const auto&, auto&) { throw 7; }).kind, "exception");
}

TEST(Run, ReportsAWriteToAnInputByName) {
  const Faulted fault = fault_of([](const impls::Kernel& k, const Problem& p, const Inputs& in, Outputs& out) {
    k.run(p, in, out);
    const_cast<Tensor&>(in.value).set({1, 0, 2, 1}, 99);
  });
  EXPECT_EQ(fault.kind, "input written");
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
  EXPECT_EQ(fault.kind, "output unwritten");
  EXPECT_EQ(fault.where, "out(1, 0, 2, 1)");
  const auto no_lse = [](const impls::Kernel& k, const Problem& p, const Inputs& in, Outputs& out) {
    const Outputs blank = out;
    k.run(p, in, out);
    out.lse = blank.lse;
  };
  EXPECT_EQ(fault_of(no_lse).where, "lse(0, 0, 0, 0)");
}

TEST(Run, ReportsAnOutputOfAnotherShape) {
  EXPECT_EQ(fault_of([](const auto&, const auto&, const auto&, Outputs& out) {
              out.out = Tensor(out.out.type(), {1, 1, 1, 1});
            }).kind,
            "output replaced");
  EXPECT_EQ(fault_of([](const impls::Kernel& k, const Problem& p, const Inputs& in, Outputs& out) {
              k.run(p, in, out);
              out.lse.reset();
            }).kind,
            "output replaced");
}

}  // namespace
}  // namespace assay::properties
