// SPDX-License-Identifier: Apache-2.0
#include "properties/fault_effect.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "impls/registry.hpp"
#include "reference/model/case.hpp"

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
