// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "impls/registry.hpp"
#include "reference/model/case.hpp"

namespace assay::impls {
namespace {

Outputs run(const Kernel& kernel, const Case& c) {
  Outputs outputs = blank_outputs(c.problem);
  kernel.run(c.problem, make_inputs(c), outputs);
  return outputs;
}

/// Largest difference of the outputs; infinity when one is NaN and the other not.
double distance(const Outputs& a, const Outputs& b) {
  double largest = 0;
  for_each_index(a.out.extents(), [&](const Index4& at) {
    const double x = a.out.get(at), y = b.out.get(at);
    if (std::isnan(x) != std::isnan(y))
      largest = INFINITY;
    else if (x != y)
      largest = std::max(largest, std::abs(x - y));
  });
  return largest;
}

/// Far above the rounding of float32 on these cases, far below what the faults do.
constexpr double visible_difference = 1e-3;

TEST(Faults, DifferFromTheirTwinOnTheirTriggerAndOnlyThere) {
  for (const Fault& fault : all_faults()) {
    const std::string name = fault.kernel->name();
    const KernelPointer twin = find_kernel(fault.honest_twin);
    for (const std::string& fields : {fault.inside, fault.outside}) {
      const Case c = trigger_case(fields);
      ASSERT_EQ(fault.kernel->supports(c.problem).refusal, "") << name;
      const double difference = distance(run(*fault.kernel, c), run(*twin, c));
      if (fields == fault.inside)
        EXPECT_GT(difference, visible_difference) << name;
      else
        EXPECT_LT(difference, visible_difference) << name;
    }
  }
}

TEST(Faults, SayWhatIsBrokenWhereItWasSeenAndWhoMustCatchIt) {
  std::set<std::string_view> classes;
  for (const FaultClass& known : fault_classes()) classes.insert(known.name);
  for (const Fault& fault : all_faults()) {
    EXPECT_TRUE(fault.kernel->name().starts_with("fault/"));
    EXPECT_FALSE(fault.broken.empty());
    EXPECT_TRUE(fault.source.starts_with("https://")) << fault.kernel->name();
    EXPECT_FALSE(fault.trigger.empty());
    EXPECT_TRUE(classes.contains(fault.bug_class)) << fault.kernel->name() << ": " << fault.bug_class;
    EXPECT_NE(std::find(fault.killers.begin(), fault.killers.end(), "reference"), fault.killers.end());
    EXPECT_GE(fault.killers.size(), 2u) << "a property must see it without the reference";
    EXPECT_FALSE(find_kernel(fault.honest_twin)->name().starts_with("fault/"));
  }
}

TEST(Faults, ThereAreTenAndACanary) { EXPECT_GE(all_faults().size(), 11u); }

TEST(Faults, MaskOnQueryAxisRefusesShapesThatWouldNotBroadcast) {
  const KernelPointer kernel = find_kernel("fault/mask_on_query_axis");
  EXPECT_FALSE(kernel->supports(trigger_case("b=5 tq=4 tk=7 dk=2 mask=b11k").problem));
  EXPECT_TRUE(kernel->supports(trigger_case("b=5 tq=4 tk=7 dk=2 bias=bhqk").problem));
}

}  // namespace
}  // namespace assay::impls
