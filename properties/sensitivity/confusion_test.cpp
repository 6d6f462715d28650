// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/confusion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "impls/registry.hpp"
#include "properties/diagnosis/suspect.hpp"

namespace assay::properties {
namespace {

/// A slice of the table in suspects/README.md: one seed that it does not use and one shape, every fault.
struct Slice {
  Confusion named, unnamed;
  std::set<std::string> suspects_right;
  std::string wrong;
};

const Slice& slice() {
  static const Slice all = [] {
    Slice s;
    for (const impls::Fault& fault : impls::all_faults()) {
      const std::vector<Case> cases = confusion_cases(fault, 7);
      for (const NamedRun& run : name_runs(fault, {cases.at(cases.size() > 1 ? 1 : 0)})) {
        (fault.suspect.empty() ? s.unnamed : s.named).add(run);
        if (run.right()) s.suspects_right.insert(run.first);
        if (!run.ambiguous && !run.right()) s.wrong += "\n  " + fault.kernel->name() + " called " + run.first;
      }
    }
    return s;
  }();
  return all;
}

TEST(Confusion, NineteenOfTwentyRunsAreNamedByTheSuspectOfTheirFault) {
  const Confusion& c = slice().named;
  ASSERT_GT(c.counted(), 0);
  EXPECT_GE(20 * c.right, 19 * c.counted()) << c.right << " of " << c.counted() << slice().wrong;
}

TEST(Confusion, NineteenOfTwentyRunsThatMatchNoSuspectAreCalledSo) {
  const Confusion& c = slice().unnamed;
  ASSERT_GT(c.counted(), 0);
  EXPECT_GE(20 * c.right, 19 * c.counted()) << c.right << " of " << c.counted() << slice().wrong;
}

TEST(Confusion, EverySuspectThatAFaultDeclaresNamesARunOfIt) {
  for (const impls::Fault& fault : impls::all_faults()) {
    if (fault.suspect.empty() || slice().suspects_right.contains(fault.suspect)) continue;
    const auto runs = name_runs(fault, confusion_cases(fault, 7));  // its options do not show on that one shape
    const auto explained = [](const NamedRun& run) { return run.ambiguous || run.right(); };
    EXPECT_TRUE(std::ranges::any_of(runs, explained)) << fault.suspect;
  }
}

TEST(Confusion, EverySuspectIsTheNameOfSomeFault) {
  std::set<std::string> declared;
  for (const impls::Fault& fault : impls::all_faults()) declared.insert(fault.suspect);
  for (const Suspect& suspect : all_suspects())
    EXPECT_TRUE(declared.contains(std::string(suspect.name))) << suspect.name;
}

}  // namespace
}  // namespace assay::properties
