// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "impls/cuda/emulator/rules/rule.hpp"

namespace assay::emulator {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const bool checked = library_launch().observer != nullptr;

template <class Look>
void in_every_order(Look look) {
  for (const Order order : {Order::Linear, Order::Reverse, Order::Random})
    for (std::uint64_t seed = 1; seed <= (order == Order::Random ? 4u : 1u); ++seed) {
      Launch settings = library_launch();
      settings.order = order;
      settings.seed = seed;
      look(settings);
    }
}

bool has(const Outcome& outcome, Kind kind) {
  return std::ranges::any_of(outcome.reports, [kind](const Report& report) { return report.kind == kind; });
}

std::string all_text(const Outcome& outcome) {
  std::string text = outcome.refused;
  for (const Report& report : outcome.reports) text += report.text + "\n";
  return text;
}

TEST(Rules, AreKeptByTheGoodTwin) {
  for (const Rule& rule : all_rules())
    in_every_order([&](const Launch& settings) { EXPECT_EQ(all_text(rule.good(settings)), "") << rule.name; });
}

TEST(Rules, BrokenByTheBadTwinAreReportedInEveryOrder) {
  for (const Rule& rule : all_rules()) {
    if (!checked && !rule.plain_sees) continue;
    in_every_order([&](const Launch& settings) {
      const Outcome outcome = rule.bad(settings);
      EXPECT_TRUE(has(outcome, rule.kind)) << rule.name << ", order " << to_text(settings.order) << ":\n"
                                           << all_text(outcome);
      EXPECT_THAT(all_text(outcome), HasSubstr("rules/" + std::string(rule.name) + ".cpp:")) << rule.name;
      EXPECT_THAT(all_text(outcome), testing::Not(HasSubstr("library offset"))) << rule.name;
    });
  }
}

TEST(Rules, CoverEveryKindOfReport) {
  std::set<std::string> kinds;
  for (const Rule& rule : all_rules()) kinds.insert(to_text(rule.kind));
  for (const Kind kind :
       {Kind::SharedRace, Kind::GlobalRace, Kind::SharedOutOfBounds, Kind::GlobalOutOfBounds, Kind::ArrayOutOfBounds,
        Kind::UninitialisedShared, Kind::ShuffleMask, Kind::DivergentBarrier, Kind::ExitedBeforeBarrier,
        Kind::CarveMismatch, Kind::MisalignedAccess, Kind::PendingCopyRead, Kind::NoProgress})
    EXPECT_TRUE(kinds.contains(to_text(kind))) << to_text(kind);
}

TEST(Rules, NameBothLinesOfARace) {
  if (!checked) GTEST_SKIP() << "races are seen by the checked flavour";
  for (const Rule& rule : all_rules())
    if (rule.kind == Kind::SharedRace && std::string(rule.name) == "missing_barrier_before_read") {
      const std::string text = rule.bad(library_launch()).text();
      EXPECT_THAT(text, StartsWith("shared race: thread "));
      EXPECT_THAT(text, HasSubstr("tile["));
      EXPECT_THAT(text, HasSubstr("missing_barrier_before_read.cpp:14"));  // the read
      EXPECT_THAT(text, HasSubstr("missing_barrier_before_read.cpp:12"));  // the write
    }
}

const Rule& rule(const std::string& name) {
  return *std::ranges::find_if(all_rules(), [&](const Rule& each) { return each.name == name; });
}

TEST(Rules, SayWhereAndHowFar) {
  if (!checked) GTEST_SKIP() << "bounds are seen by the checked flavour";
  const auto told = [](const char* name) { return all_text(rule(name).bad(library_launch())); };
  EXPECT_THAT(told("index_past_a_piece"), HasSubstr("writes 4 bytes at index 64 of tile, which has 64 elements of 4"));
  EXPECT_THAT(told("index_before_a_piece"), HasSubstr("4 bytes at 4 bytes before next, which has 64 elements of 4"));
  EXPECT_THAT(told("write_past_a_tensor"), HasSubstr(" of out, element "));
  EXPECT_THAT(told("null_pointer"), HasSubstr("writes 4 bytes at a null pointer, at "));
  EXPECT_THAT(told("never_written_static_array"), HasSubstr(" reads never[0] at "));
}

TEST(Rules, TellABarrierThatNotAllReachBeforeTheRacesThatComeOfIt) {
  EXPECT_THAT(rule("conditional_barrier").bad(library_launch()).text(), StartsWith("exited before barrier: thread "));
  EXPECT_THAT(rule("barriers_on_one_line").bad(library_launch()).text(), HasSubstr("one_line.cpp:12 column "));
}

TEST(Rules, OfThePlainFlavourTellThatSomebodyWrotePastAPiece) {
  if (checked) GTEST_SKIP() << "the checked flavour says who";
  EXPECT_THAT(rule("index_past_a_piece").bad(library_launch()).text(),
              testing::AllOf(HasSubstr("a thread of block (0,0,0) wrote 0 bytes past the end of 256 bytes as tile"),
                             HasSubstr("the checked flavour says where")));
}

}  // namespace
}  // namespace assay::emulator
