// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/faults_on_case.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "impls/registry.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {
namespace {

const impls::Fault& fault_named(const std::string& name) {
  const auto& all = impls::all_faults();
  return *std::find_if(all.begin(), all.end(), [&](const impls::Fault& f) { return f.kernel->name() == name; });
}

Showing showing(const std::string& name, const std::string& fields) {
  const Case c = parse_case("b=1 hq=1 hkv=1 dv=3 dtype=fp32 lse=1 recipe=r1 seed=4 " + fields);
  const Inputs inputs = make_inputs(c);
  CaseReference reference(c.problem, inputs);
  return FaultsOnCase(reference).show(fault_named(name)).value();
}

TEST(FaultEffect, IsManifestWhereTheTriggerIsAndHiddenWhereItIsNot) {
  EXPECT_EQ(showing("fault/no_rescale", "tq=3 tk=40 dk=4 scores=rising").effect, Effect::Manifest);
  EXPECT_EQ(showing("fault/no_rescale", "tq=3 tk=16 dk=4 scores=rising").effect, Effect::Hidden);
}

TEST(FaultEffect, IsJudgedAlikeForFaultAndTwinWhereItIsHidden) {
  const Showing s = showing("fault/tail_tile_dropped", "tq=3 tk=32 dk=4");
  EXPECT_EQ(s.fault, s.twin);
  EXPECT_EQ(name_of(s.judged.verdict), "holds");
  EXPECT_EQ(name_of(s.twin_judged.verdict), "holds");
}

TEST(FaultEffect, KeepsThatATwinDidNotFinishAndLeavesOutOneThatRefuses) {
  const Case c = parse_case("b=1 hq=1 hkv=1 tq=7 tk=5 dk=4 dv=3 dtype=fp32 recipe=r1 seed=4");
  const Inputs inputs = make_inputs(c);
  CaseReference reference(c.problem, inputs);
  FaultsOnCase faults(reference);
  const impls::KernelPointer right = impls::find_kernel("tiled");
  const char* const unfinished = "fault/last_query_tile_unwritten";
  for (const impls::KernelPointer& kernel : {right, impls::find_kernel(unfinished)}) {
    const auto showing = faults.show({.kernel = kernel, .honest_twin = unfinished});
    ASSERT_TRUE(showing);
    EXPECT_EQ(name_of(showing->twin_judged.verdict), "faulted");
    EXPECT_EQ(showing->effect, Effect::Hidden);
  }
  EXPECT_FALSE(faults.show({.kernel = right, .honest_twin = "explicit_fp16"}));
}

/// Where it is said to be harmless it is inside every bound of the arithmetic that the twin declares.
TEST(FaultEffect, IsHarmlessOnlyBelowTheScoresThatItNames) {
  int named = 0;
  for (const impls::Fault& fault : impls::all_faults()) {
    if (fault.harmless_below == 0) continue;
    ++named;
    for (const double sign : {-1.0, 1.0}) {
      const auto scores = [&](double size) { return fmt::format("tq=3 tk=9 dk=4 scores=offset:{}", sign * size); };
      const Showing below = showing(fault.kernel->name(), scores(0.9 * fault.harmless_below));
      EXPECT_TRUE(below.harmless) << fault.kernel->name();
      EXPECT_EQ(name_of(below.judged.verdict), "holds") << fault.kernel->name();
      EXPECT_FALSE(showing(fault.kernel->name(), scores(1.2 * fault.harmless_below)).harmless) << fault.kernel->name();
    }
    const Case inside = impls::trigger_case(fault.inside);
    const Inputs inputs = make_inputs(inside);
    CaseReference reference(inside.problem, inputs);
    EXPECT_FALSE(FaultsOnCase(reference).show(fault)->harmless) << fault.kernel->name();
  }
  EXPECT_EQ(named, 3);
}

TEST(FaultEffect, CountsErrorsThatGrowANumberThatIsNoneAndTheLogSumExpAlone) {
  EXPECT_EQ(effect_of({.out = 2, .lse = 0}, {.out = 1, .lse = 0}), Effect::Manifest);
  EXPECT_EQ(effect_of({.out = 1.2, .lse = 0}, {.out = 1, .lse = 0}), Effect::Weak);
  EXPECT_EQ(effect_of({.out = 1, .lse = 0}, {.out = 1, .lse = 0}), Effect::Hidden);
  EXPECT_EQ(effect_of({.out = 0, .lse = 0}, {.out = 0, .lse = 0}), Effect::Hidden);
  EXPECT_EQ(effect_of({.out = 1, .lse = 4}, {.out = 1, .lse = 1}), Effect::Manifest);
  EXPECT_EQ(effect_of({.out = 1, .lse = 1, .non_finite = true}, {.out = 1, .lse = 1}), Effect::Manifest);
}

}  // namespace
}  // namespace assay::properties
