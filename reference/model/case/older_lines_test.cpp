// SPDX-License-Identifier: Apache-2.0
#include "reference/model/case/older_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/model/case/case.hpp"
#include "reference/model/contract.hpp"

namespace assay {
namespace {

const std::string plain = "b=1 hq=1 tq=4 tk=5 dk=8 dtype=fp32 ";

std::string rejection(const std::string& fields) {
  try {
    parse_case(plain + fields);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(OlderLines, SayABareOffsetAsItIsSaidToday) {
  EXPECT_EQ(in_present_words("b=1 causal=-3 convention=torch"), "b=1 causal=offset:-3 convention=torch");
  EXPECT_EQ(in_present_words("torch anchor=0 lse_base=2"), "torch anchor=offset:0 lse_base=2");
  EXPECT_EQ(in_present_words("\tcausal=1"), "\tcausal=offset:1");
  EXPECT_EQ(parse_case(in_present_words(plain + "causal=1")).problem.convention.anchor,
            (Anchor{Anchor::Kind::Offset, 1}));
}

TEST(OlderLines, StayAsTheyAreOtherwise) {
  for (const char* line : {"", "causal=offset:3", "causal=bottom-right", "causal=none", "seed=3  causal=x anchor=1x",
                           "notcausal=3", "causal= \n", "data.key=1,2"})
    EXPECT_EQ(in_present_words(line), line);
}

TEST(Causality, TakesNoBareNumberAndSaysWhatTheOldOneMeant) {
  EXPECT_EQ(rejection("causal=1"),
            "causal=1: causality takes top-left, bottom-right or offset:N; the old causal=1 meant offset:1");
  EXPECT_EQ(rejection("causal=0"),
            "causal=0: causality takes top-left, bottom-right or offset:N; the old causal=0 meant offset:0");
  EXPECT_EQ(rejection("causal=true"), "causal=true: causality takes top-left, bottom-right or offset:N");
  EXPECT_EQ(rejection("causal=offset:x"), "causal=offset:x: causality takes top-left, bottom-right or offset:N");
  EXPECT_EQ(rejection("anchor=2"),
            "anchor=2: the anchor takes top-left, bottom-right or offset:N; the old anchor=2 meant offset:2");
  EXPECT_EQ(rejection("causal=offset:-2"), "accepted");
  EXPECT_EQ(rejection("causal=none"), "accepted");
}

}  // namespace
}  // namespace assay
