// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/known_faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "impls/registry.hpp"
#include "properties/sensitivity/asked_killer.hpp"
#include "reference/model/case/case.hpp"

namespace assay::reports {
namespace {

using properties::ask;
using properties::is_bad;
using testing::EndsWith;

/// As in a run of its own: one that remembers has never been called.
impls::KernelPointer new_kernel(const impls::Fault& fault) {
  const impls::KernelPointer fresh = fault.kernel->fresh();
  return fresh ? fresh : fault.kernel;
}

TEST(ExplainedFaults, AreSeenByTheCommandThatIsPrintedAndNotByTheOneBesideIt) {
  ASSERT_GT(impls::all_faults().size(), 100u);
  for (const impls::Fault& fault : impls::all_faults()) {
    const properties::Call inside = properties::make_call(impls::trigger_case(fault.inside));
    const properties::Call outside = properties::make_call(impls::trigger_case(fault.outside));
    EXPECT_TRUE(is_bad(ask(seen_by(fault), *new_kernel(fault), inside))) << see_command(fault);
    EXPECT_FALSE(is_bad(ask("reference", *new_kernel(fault), outside))) << beside_command(fault);
    EXPECT_THAT(beside_command(fault), EndsWith(" --checks reference"));
    if (seen_by(fault) != "reference") {
      EXPECT_THAT(see_command(fault), EndsWith(" --checks " + seen_by(fault)));
    }
  }
}

TEST(ExplainedFaults, ThatRememberAreSeenByAPropertyThatCallsThemSeveralTimes) {
  for (const impls::Fault& fault : impls::all_faults()) {
    const std::string name = stem(fault);
    const bool remembers =
        name == "lengths_of_first_call" || name == "partial_sum_lost_at_times" || name == "scratch_left_over";
    EXPECT_EQ(seen_by(fault), remembers ? "stateless" : "reference") << name;
    if (!remembers) continue;
    const properties::Call inside = properties::make_call(impls::trigger_case(fault.inside));
    EXPECT_FALSE(is_bad(ask("reference", *new_kernel(fault), inside))) << name << " needs no such property";
  }
}

}  // namespace
}  // namespace assay::reports
