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

}  // namespace
}  // namespace assay::emulator
