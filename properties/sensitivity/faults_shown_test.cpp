// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/faults_shown.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/model/case/case.hpp"

namespace assay::properties {
namespace {

class Power : public testing::Test {
 protected:
  void add(const std::string& fields, const std::string& arithmetic = "fp32") {
    const std::string heads = fields.find("hq=") == fields.npos ? "hq=1 hkv=1 " : "";
    const std::string dtype = fields.find("dtype=") == fields.npos ? "dtype=fp32 " : "";
    const Case c = parse_case("b=1 dk=4 dv=4 recipe=r1 seed=3 " + heads + dtype + fields);
    const Call call = make_call(c);
    CaseReference reference(call.problem, call.inputs);
    FaultsOnCase faults(reference);
    power_.add(faults, parse_arithmetic(arithmetic));
  }
  bool shown(const std::string& fault) const { return !std::ranges::count(power_.not_shown(), fault); }
  RunPower power_;
};

TEST_F(Power, ACaseShowsTheFaultsThatItTriggersAndNoOthers) {
  add("tq=2 tk=9");
  EXPECT_TRUE(shown("canary"));
  EXPECT_TRUE(shown("missing_scale"));
  EXPECT_TRUE(shown("tail_tile_dropped"));
  EXPECT_FALSE(shown("causal_one_key_too_many"));
  EXPECT_FALSE(shown("no_rescale"));
}

TEST_F(Power, LaterCasesAddToWhatWasShown) {
  add("tq=2 tk=40 scores=rising");
  EXPECT_TRUE(shown("no_rescale"));
  add("tq=3 tk=9 causal=top-left");
  EXPECT_TRUE(shown("no_rescale"));
  EXPECT_TRUE(shown("causal_one_key_too_many"));
}

// What the fault's own case has is not what the fault needs: these show on a window alone.
TEST_F(Power, FaultsAreTriedWithoutTheOptionsOfTheirOwnCase) {
  add("tq=4 tk=9 window=3,0");
  EXPECT_TRUE(shown("causal_to_last_key"));
  EXPECT_TRUE(shown("probabilities_times_mask"));
}

// What a case of another shape left in a kernel that remembers must not count.
TEST(RunPower, DoesNotDependOnTheCasesBefore) {
  const auto not_shown = [](const std::string& fields) {
    RunPower power;
    const Call call = make_call(parse_case("b=1 hq=1 hkv=1 dk=4 dv=4 dtype=fp32 recipe=r1 seed=3 " + fields));
    CaseReference reference(call.problem, call.inputs);
    FaultsOnCase faults(reference);
    power.add(faults, parse_arithmetic("fp32"));
    return power.not_shown();
  };
  const std::vector<std::string> first = not_shown("tq=3 tk=9 lengths=1");
  not_shown("tq=2 tk=12 lengths=1");
  EXPECT_EQ(not_shown("tq=3 tk=9 lengths=1"), first);
}

// Faults are built on kernels of wider arithmetics, which do not pass a narrow one themselves.
TEST_F(Power, AFaultShowsInANarrowerArithmeticThanItsTwins) {
  add("tq=4 tk=9 mask=b11k dtype=bf16", "bf16 qk=fp32:chain:fused pv=fp32:chain:fused exp_ulp=1 theta=2");
  EXPECT_TRUE(shown("mask_ignored"));
  add("hq=7 hkv=7 tq=4 tk=9 alibi=1", "fp64");
  EXPECT_TRUE(shown("alibi_ignored"));
}

TEST_F(Power, CountsTheCasesThatAreTooLargeToTry) {
  add("tq=1000 tk=1000");
  EXPECT_FALSE(shown("canary"));
  EXPECT_EQ(power_.tried(), 0);
  EXPECT_EQ(power_.too_large(), 1);
}

TEST_F(Power, AnArithmeticThatAllowsEverythingShowsNothing) {
  add("tq=2 tk=9", "fp32 exp_ulp=1e9");
  EXPECT_FALSE(shown("missing_scale"));
}

TEST_F(Power, WhatIsKnownOfOneArithmeticSaysNothingOfAnother) {
  const Case c = parse_case("b=1 hq=1 hkv=1 tq=2 tk=9 dk=4 dv=4 dtype=fp32 recipe=r1 seed=3");
  const Call call = make_call(c);
  CaseReference reference(call.problem, call.inputs);
  FaultsOnCase faults(reference);
  for (int twice = 0; twice < 2; ++twice) {
    RunPower wide, narrow;
    wide.add(faults, parse_arithmetic("fp32 exp_ulp=1e9"));
    narrow.add(faults, parse_arithmetic("fp32"));
    EXPECT_TRUE(std::ranges::count(wide.not_shown(), "missing_scale"));
    EXPECT_FALSE(std::ranges::count(narrow.not_shown(), "missing_scale"));
  }
}

}  // namespace
}  // namespace assay::properties
