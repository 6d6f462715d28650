// SPDX-License-Identifier: Apache-2.0
#include "fuzz/measure/kill_table.hpp"

#include <gtest/gtest.h>

#include "impls/registry.hpp"

namespace assay::measure {
namespace {

/// Two suites, so short that tests are quick.
std::vector<properties::Suite> short_suites() {
  const auto quick = properties::find_suite("quick").cases.begin();
  return {{"first", "", {quick, quick + 14}}, {"second", "", {quick + 14, quick + 18}}};
}

KillTable measured(const std::vector<std::string>& names, int threads = 1) {
  return measure_kills(impls::select_faults(names), short_suites(), threads);
}

TEST(Kills, AreTheSameOnAnyNumberOfThreadsOfFaultsThatRememberToo) {
  const std::vector<std::string> names{"missing_scale", "partial_sum_lost_at_times", "scratch_left_over"};
  EXPECT_EQ(to_text(measured(names, 5)), to_text(measured(names, 1)));
}

/// What was measured before leaves nothing: only a second call shows this fault.
TEST(Kills, AreOfANewKernelInEachSuiteWhereTheFaultRemembers) {
  const KillTable table = measured({"scratch_left_over"});
  EXPECT_EQ((table.at({"scratch_left_over", "reference", "own"}).killed), 0);
  EXPECT_EQ((table.at({"scratch_left_over", "reference", "first"}).first), 2);
}

TEST(Kills, AskAPropertyUntilItKillsAndOneThatTheFaultDoesNotNameADozenTimesInTheFirstSuite) {
  const KillTable table = measured({"canary", "row_sum_in_bfloat"});
  const Kills& own = table.at({"canary", "row_sums", "own"});
  EXPECT_EQ(own.killed, 1);
  EXPECT_EQ(own.first, 1);
  EXPECT_FALSE(table.contains({"canary", "row_sums", "first"}));
  const auto cases = [&](const char* suite) { return table.at({"row_sum_in_bfloat", "repeatable", suite}).cases; };
  EXPECT_EQ(cases("own") + cases("first"), 12);
  EXPECT_FALSE(table.contains({"row_sum_in_bfloat", "repeatable", "second"}));
}

TEST(Kills, CountAnHonestTwinThatDoesNotFinish) {
  const impls::Fault fault{.kernel = impls::find_kernel("fault/canary"),
                           .honest_twin = "fault/last_query_tile_unwritten",
                           .inside = "tq=3 tk=3 dk=2"};
  const KillTable table = measure_kills({&fault}, short_suites(), 1);
  const Kills& twin = table.at({"canary", "twin", "own"});
  EXPECT_EQ(twin.cases, 1);
  EXPECT_EQ(twin.killed, 1);
  EXPECT_EQ((table.at({"canary", "reference", "own"}).twins), 1);
}

}  // namespace
}  // namespace assay::measure
