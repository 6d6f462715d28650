// SPDX-License-Identifier: Apache-2.0
// Each fault dies by every hand that it names, its honest twin lives on the same cases, and the canary goes
// first.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "impls/registry.hpp"
#include "properties/sensitivity/asked_killer.hpp"
#include "properties/cases/suite.hpp"

namespace assay::impls {

void PrintTo(const Fault& fault, std::ostream* stream) { *stream << fault.kernel->name(); }

}  // namespace assay::impls

namespace assay::properties {
namespace {

/// Whether the case shows the fault at all: it gives other numbers than its twin. Spares the judges most cases.
bool shows(const impls::Fault& fault, const Call& call) {
  if (!fault.kernel->supports(call.problem)) return false;
  Outputs spoilt = blank_outputs(call.problem), honest = blank_outputs(call.problem);
  fault.kernel->run(call.problem, call.inputs, spoilt);
  impls::find_kernel(fault.honest_twin)->run(call.problem, call.inputs, honest);
  return !(spoilt == honest);
}

/// The first case on which the killer sees the fault: the fault's own for a property, then those of the quick and the
/// standard suite.
std::optional<Case> first_bad(const std::string& killer, const impls::Fault& fault) {
  const Case own = impls::trigger_case(fault.inside);
  if (killer != "reference" && is_bad(ask(killer, *fault.kernel, make_call(own)))) return own;
  for (const char* suite : {"quick", "standard"}) {
    for (const Case& the_case : find_suite(suite).cases) {
      const Call call = make_call(the_case);
      if (shows(fault, call) && is_bad(ask(killer, *fault.kernel, call))) return the_case;
    }
  }
  return std::nullopt;
}

void expect_killed(const impls::Fault& fault) {
  const impls::KernelPointer twin = impls::find_kernel(fault.honest_twin);
  EXPECT_FALSE(fault.killers.empty());
  for (const std::string& killer : fault.killers) {
    const std::optional<Case> killing = first_bad(killer, fault);
    ASSERT_TRUE(killing) << fault.kernel->name() << " survives " << killer;
    const Verdict honest = ask(killer, *twin, make_call(*killing));
    EXPECT_FALSE(is_bad(honest)) << twin->name() << " by " << killer << ": " << reason_of(honest) << "\n"
                                 << to_text(*killing);
  }
}

TEST(Mutation, CanaryDiesFirst) {
  const auto& faults = impls::all_faults();
  const auto canary = std::find_if(faults.begin(), faults.end(),
                                   [](const auto& fault) { return fault.kernel->name() == "fault/canary"; });
  ASSERT_NE(canary, faults.end());
  expect_killed(*canary);
}

class EveryFault : public testing::TestWithParam<impls::Fault> {};

TEST_P(EveryFault, IsCaughtByEachKillerItNamesAndItsTwinIsNot) { expect_killed(GetParam()); }

std::string test_name(const testing::TestParamInfo<impls::Fault>& info) { return stem(info.param); }

INSTANTIATE_TEST_SUITE_P(Zoo, EveryFault, testing::ValuesIn(impls::all_faults()), test_name);

}  // namespace
}  // namespace assay::properties
