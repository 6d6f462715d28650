// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <string>
#include <string_view>

#include "impls/registry.hpp"
#include "reference/model/case/case.hpp"

namespace assay::impls {

void PrintTo(const Fault& fault, std::ostream* stream) { *stream << fault.kernel->name(); }

namespace {

Outputs run(const Kernel& kernel, const Case& c) {
  Outputs outputs = blank_outputs(c.problem);
  kernel.run(c.problem, make_inputs(c), outputs);
  return outputs;
}

/// Largest difference of two tensors in units of the largest number of the first; infinity where one is NaN and the
/// other not.
double distance(const Tensor& a, const Tensor& b) {
  double largest = 0, unit = 0;
  for_each_index(a.extents(), [&](const Index4& at) {
    const double x = a.get(at), y = b.get(at);
    if (std::isfinite(x)) unit = std::max(unit, std::abs(x));
    if (std::isnan(x) != std::isnan(y))
      largest = INFINITY;
    else if (x != y && !std::isnan(x))
      largest = std::max(largest, std::abs(x - y));
  });
  return largest == 0 || unit == 0 ? largest : largest / unit;
}

double distance(const Outputs& a, const Outputs& b) {
  const double out = distance(a.out, b.out);
  return a.lse ? std::max(out, distance(*a.lse, *b.lse)) : out;
}

/// Of the twin's answer to a case and the fault's to several calls of it, the largest.
double distance(const Fault& fault, const Case& c, int calls) {
  const Outputs honest = run(*find_kernel(fault.honest_twin), c);
  double largest = 0;
  for (int call = 0; call < calls; ++call) largest = std::max(largest, distance(honest, run(*fault.kernel, c)));
  return largest;
}

/// Far above the rounding of float32 on these cases, far below what the faults do.
constexpr double visible_difference = 1e-5;

class EveryFault : public testing::TestWithParam<Fault> {};

TEST_P(EveryFault, DiffersFromItsTwinOnItsTriggerAndOnlyThere) {
  const Fault& fault = GetParam();
  const Case inside = trigger_case(fault.inside), outside = trigger_case(fault.outside);
  ASSERT_EQ(fault.kernel->supports(inside.problem).refusal, "");
  ASSERT_EQ(fault.kernel->supports(outside.problem).refusal, "");
  // A fault that remembers is asked something else first, and often enough.
  run(*fault.kernel, trigger_case("seed=4 " + fault.inside));
  EXPECT_GT(distance(fault, inside, 3), visible_difference);
  run(*fault.kernel, outside);
  EXPECT_LT(distance(fault, outside, 3), visible_difference);
}

TEST_P(EveryFault, DeclaresWhatItsTwinDoes) {
  const Kernel& kernel = *GetParam().kernel;
  const KernelPointer twin = find_kernel(GetParam().honest_twin);
  EXPECT_EQ(kernel.promises().any_strides, twin->promises().any_strides);
  EXPECT_EQ(kernel.promises().repeatable, twin->promises().repeatable);
  EXPECT_EQ(kernel.promises().batch_invariant, twin->promises().batch_invariant);
  EXPECT_EQ(kernel.convention(), twin->convention());
  EXPECT_EQ(kernel.caveats(), twin->caveats());
  for (const char* dtype : {"fp32", "fp16", "bf16", "e4m3", "fp64"}) {
    const Case c = trigger_case("tq=2 tk=5 dk=4 dtype=" + std::string(dtype));
    if (!kernel.supports(c.problem)) continue;
    EXPECT_EQ(twin->supports(c.problem).refusal, "") << dtype;
    EXPECT_EQ(kernel.arithmetic(c.problem), twin->arithmetic(c.problem)) << dtype;
  }
}

TEST_P(EveryFault, ComesBackFromACallWithoutAKey) {
  const Case c = trigger_case("b=2 hq=2 tq=2 tk=0 dk=2 dv=3");
  if (!GetParam().kernel->supports(c.problem)) return;
  EXPECT_NO_THROW(run(*GetParam().kernel, c));
}

INSTANTIATE_TEST_SUITE_P(Zoo, EveryFault, testing::ValuesIn(all_faults()),
                         [](const auto& fault) { return stem(fault.param); });

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
    EXPECT_FALSE(find_kernel(fault.honest_twin)->name().starts_with("fault/"));
  }
}

TEST(PlantedFaults, SayWhatIsBrokenWhereThatIsForbiddenAndWhatMustCatchIt) {
  const std::set<std::string> known{"reference",
                                    "shared race",
                                    "global race",
                                    "shared out of bounds",
                                    "global out of bounds",
                                    "uninitialised shared",
                                    "shuffle mask",
                                    "divergent barrier",
                                    "exited before barrier",
                                    "misaligned access",
                                    "pending copy read"};
  std::set<std::string> names, seen;
  for (const std::vector<Fault>& table : planted_faults())
    for (const Fault& fault : table) {
      EXPECT_TRUE(names.insert(name_of(fault)).second) << name_of(fault);
      EXPECT_FALSE(fault.broken.empty()) << name_of(fault);
      EXPECT_TRUE(fault.source.starts_with("https://")) << name_of(fault);
      EXPECT_NE(std::ranges::find(fault_classes(), fault.bug_class, &FaultClass::name), fault_classes().end());
      EXPECT_FALSE(fault.killers.empty()) << name_of(fault);
      seen.insert(fault.killers.begin(), fault.killers.end());
    }
  EXPECT_EQ(seen, known);
}

TEST(Faults, ThereAreAHundredThatSomethingKnownExplainsOrNotAndTwentyThatNothingDoes) {
  EXPECT_GE(all_faults().size(), 120u);
  EXPECT_GE(std::ranges::count_if(all_faults(), [](const Fault& fault) { return fault.suspect.empty(); }), 20);
}

TEST(Faults, AreOfEveryClassThatOneCallCanShow) {
  const std::set<std::string_view> elsewhere{"GRAD", "HANG"};  // see impls/faults/README.md
  for (const FaultClass& known : fault_classes()) {
    const auto of_class = [&](const Fault& fault) { return fault.bug_class == known.name; };
    EXPECT_NE(std::ranges::any_of(all_faults(), of_class), elsewhere.contains(known.name)) << known.name;
  }
}

TEST(Faults, AreSelectedByEitherNameInTheOrderOfTheListAndUnknownOnesAreNamed) {
  const std::vector<const Fault*> two = select_faults({"no_rescale", "fault/missing_scale", "missing_scale"});
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(stem(*two[0]), "missing_scale");
  EXPECT_EQ(stem(*two[1]), "no_rescale");
  EXPECT_EQ(select_faults({}).size(), all_faults().size());
  for (const char* unknown : {"mising_scale", "tiled", "fault/", "fault/cuda/tiled_small/no_rescale"}) {
    try {
      select_faults({"canary", unknown});
      ADD_FAILURE() << unknown;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(unknown), std::string::npos) << error.what();
    }
  }
}

TEST(Faults, MaskOnQueryAxisRefusesShapesThatWouldNotBroadcast) {
  const KernelPointer kernel = find_kernel("fault/mask_on_query_axis");
  EXPECT_FALSE(kernel->supports(trigger_case("b=5 tq=4 tk=7 dk=2 mask=b11k").problem));
  EXPECT_TRUE(kernel->supports(trigger_case("b=5 tq=4 tk=7 dk=2 bias=bhqk").problem));
}

}  // namespace
}  // namespace assay::impls
