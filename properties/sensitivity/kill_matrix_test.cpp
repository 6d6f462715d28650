// SPDX-License-Identifier: Apache-2.0
// The measured matrix is held to what it says: each first kill is a kill today, the honest twin lives there, and nobody
// is missing.
#include "properties/sensitivity/kill_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "impls/registry.hpp"
#include "properties/sensitivity/asked_killer.hpp"
#include "properties/cases/suite.hpp"

namespace assay::properties {
namespace {

const impls::Fault& fault_of(const Kill& kill) {
  const auto& all = impls::all_faults();
  const auto found = std::ranges::find_if(all, [&](const impls::Fault& f) { return stem(f) == kill.fault; });
  EXPECT_NE(found, all.end()) << kill.fault << " is no fault of this build: measure again";
  return *found;
}

Case case_of(const Kill& kill) {
  if (kill.suite == "own") return impls::trigger_case(fault_of(kill).inside);
  return find_suite(kill.suite).cases.at(static_cast<std::size_t>(kill.first - 1));
}

TEST(KillMatrix, EveryFaultDiesInTheStandardSuiteByTheReference) {
  std::set<std::string> dead;
  for (const Kill& kill : kill_matrix())
    if (kill.killer == "reference" && kill.suite == "standard" && kill.killed > 0) dead.insert(kill.fault);
  for (const impls::Fault& fault : impls::all_faults()) EXPECT_TRUE(dead.contains(stem(fault))) << stem(fault);
}

/// What such a fault does depends on the calls before; mutation_test.cpp looks for its kills.
bool remembers(const impls::Fault& fault) {
  return std::ranges::count(fault.killers, "stateless") + std::ranges::count(fault.killers, "repeatable") > 0;
}

TEST(KillMatrix, EachFirstKillIsOneTodayAndTheHonestTwinLives) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const Kill& kill : kill_matrix()) {
    if (kill.killed == 0 || !seen.insert({kill.fault, kill.killer}).second) continue;
    const impls::Fault& fault = fault_of(kill);
    if (remembers(fault)) continue;
    const Call call = make_call(case_of(kill));
    EXPECT_TRUE(is_bad(ask(kill.killer, *fault.kernel, call))) << kill.fault << " by " << kill.killer;
    const Verdict honest = ask(kill.killer, *impls::find_kernel(fault.honest_twin), call);
    EXPECT_FALSE(is_bad(honest)) << fault.honest_twin << " by " << kill.killer << ": " << reason_of(honest);
  }
}

TEST(KillMatrix, SaysOfHowManyFaultsTheHonestTwinLives) {
  const auto faults = kills_by_fault();
  const std::string n = std::to_string(impls::all_faults().size());
  for (const auto& [name, fault] : faults) {
    std::int64_t cases = 0;
    for (const auto& [suite, kill] : fault.by_suite) cases += kill.cases;
    EXPECT_EQ(fault.twin_cases, cases) << name << ": measure again";
    EXPECT_EQ(fault.twin_killed, 0) << name;
  }
  EXPECT_TRUE(twins_line(faults).starts_with("honest twins: of " + n + " of " + n + " faults")) << twins_line(faults);
  EXPECT_TRUE(twins_line({{"a", {{}, {}, 3, 0}}, {"b", {{}, {}, 2, 1}}, {"c", {}}})
                  .starts_with("honest twins: of 1 of 3 faults"));
}

// The comparison with the reference left out: it kills everything.
TEST(KillMatrix, EveryPropertyKillsAFaultThatNoOtherKillsOrSaysWhyItIsKept) {
  std::map<std::string, std::set<std::string>> killers_of;
  for (const Kill& kill : kill_matrix())
    if (kill.killer != "reference" && kill.killer != "twin" && kill.killed > 0)
      killers_of[kill.fault].insert(kill.killer);
  std::set<std::string> alone;
  for (const auto& [fault, killers] : killers_of)
    if (killers.size() == 1) alone.insert(*killers.begin());
  for (const Property& property : all_properties()) {
    const bool kept = std::ranges::count(kept_properties(), property.name, &Kept::property) > 0;
    EXPECT_NE(alone.contains(std::string(property.name)), kept)
        << property.name << (kept ? " kills a fault alone: it needs no other reason" : " kills nothing alone");
  }
}

TEST(KillMatrix, EveryKillerThatAFaultNamesIsInIt) {
  std::set<std::pair<std::string, std::string>> kills;
  for (const Kill& kill : kill_matrix())
    if (kill.killed > 0) kills.insert({kill.fault, kill.killer});
  for (const impls::Fault& fault : impls::all_faults())
    for (const std::string& killer : fault.killers)
      EXPECT_TRUE(kills.contains({stem(fault), killer})) << stem(fault) << " " << killer;
}

TEST(KillMatrix, SaysWhichLineIsWrong) {
  EXPECT_EQ(parse_kills("# a comment\n\nf reference quick 3 2 1 2\n").size(), 1u);
  EXPECT_THROW(parse_kills("f reference quick 3\n"), UsageError);
}

}  // namespace
}  // namespace assay::properties
