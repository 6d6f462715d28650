// SPDX-License-Identifier: Apache-2.0
#include "properties/power.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/model/case.hpp"

namespace assay::properties {
namespace {

class Power : public testing::Test {
 protected:
  void add(const std::string& fields, const std::string& arithmetic = "fp32") {
    const Case c = parse_case("b=1 hq=1 hkv=1 dk=4 dv=4 dtype=fp32 recipe=r1 seed=3 " + fields);
    const Inputs inputs = make_inputs(c);
    CaseReference reference(c.problem, inputs);
    FaultsShown faults(reference);
    power_.add(faults, parse_arithmetic(arithmetic));
  }
  bool shown(const std::string& fault) const { return !std::ranges::count(power_.not_shown(), fault); }

 private:
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

TEST_F(Power, AnArithmeticThatAllowsEverythingShowsNothing) {
  add("tq=2 tk=9", "fp32 exp_ulp=1e9");
  EXPECT_FALSE(shown("missing_scale"));
}

TEST_F(Power, WhatIsKnownOfOneArithmeticSaysNothingOfAnother) {
  const Case c = parse_case("b=1 hq=1 hkv=1 tq=2 tk=9 dk=4 dv=4 dtype=fp32 recipe=r1 seed=3");
  const Inputs inputs = make_inputs(c);
  CaseReference reference(c.problem, inputs);
  FaultsShown faults(reference);
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
