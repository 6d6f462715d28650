// SPDX-License-Identifier: Apache-2.0
//
// Problem lines as the program takes and explains them: typed, from files, from earlier versions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "reports/cli/program.hpp"

namespace assay::reports::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string older = "b=1 hq=1 hkv=1 tq=3 tk=5 dk=4 dv=4 dtype=fp32 causal=1 recipe=r1 seed=3";

TEST(OlderLine, IsRefusedWhereAPersonTypesIt) {
  const Ended ended = assay("check explicit_fp32 --problem '" + older + "'");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.said,
            "assay: causal=1: causality takes top-left, bottom-right or offset:N; the old causal=1 meant offset:1\n");
}

TEST(OlderLine, OfAReportIsReplayedAsWhatItMeantWithANote) {
  const Ended ended = assay("replay '" + older + "' explicit_fp32");
  EXPECT_EQ(ended.code, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("assay: the line is in older words; it is read as 'b=1 "));
  EXPECT_THAT(ended.said, HasSubstr(" causal=offset:1 "));
  EXPECT_THAT(assay("replay '" + older + "' fault/canary").said,
              AllOf(HasSubstr("dtype=fp32 causal=offset:1 convention=torch"), Not(HasSubstr("causal=1"))));
}

TEST(OlderLine, OfACaseFileIsReadAsWhatItMeant) {
  const fs::path file = fs::path(testing::TempDir()) / ("assay_older_" + std::to_string(::getpid()) + ".cases");
  std::ofstream(file) << "# written before\n" << older << "\n";
  const Ended ended = assay("check explicit_fp32 --lines '" + file.string() + "'");
  EXPECT_EQ(ended.code, 0) << ended.said;
  fs::remove(file);
}

TEST(UnknownKey, IsAnsweredWithAllKeysOfTheLineAndTheOneThatWasMeant) {
  const Ended ended = assay("check explicit_fp32 --problem 'b=1 hq=1 tq=2 tk=3 dk=4 dtype=fp32 scors=rising'");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.said, HasSubstr("unknown field 'scors'; did you mean 'scores'? known: b hq hkv tq"));
  for (const char* key : {" seed ", " scores ", " masks ", " layout ", " convention ", " data.query "})
    EXPECT_THAT(ended.said, HasSubstr(key));
}

TEST(Explain, TellsOfEachKeyOfTheProblemLine) {
  const Ended all = assay("explain problem");
  EXPECT_EQ(all.code, 0);
  EXPECT_THAT(all.said, AllOf(HasSubstr("\n  causal "), HasSubstr("\n  seed "), HasSubstr("[must be given]")));
  EXPECT_THAT(assay("explain problem causal").said,
              AllOf(HasSubstr("causal\nmeaning   causality: "), HasSubstr("  offset:N "),
                    HasSubstr("\nwithout   none\nexample   causal=bottom-right\nfeature   causal (ASSAY_CAUSAL of ")));
  EXPECT_THAT(assay("explain problem lengths").said, HasSubstr("\ntensors   key_lengths\n"));
  const Ended unknown = assay("explain problem casual");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.said, HasSubstr("did you mean 'causal'?"));
}

TEST(Explain, TellsOfEachFieldOfTheArithmeticLine) {
  EXPECT_THAT(assay("explain arithmetic").said, HasSubstr("\n  exp_ulp "));
  EXPECT_THAT(assay("explain arithmetic qk").said,
              AllOf(HasSubstr("qk\nmeaning   "), HasSubstr("fmaf"), HasSubstr("\neffect    query.key: ")));
  const Ended unknown = assay("explain arithmetic exp_ulps");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.said, HasSubstr("did you mean 'exp_ulp'?"));
  EXPECT_EQ(assay("explain bound").code, 2);
}

TEST(List, HasTheOptionsFieldsAndFeatures) {
  EXPECT_THAT(assay("list options").said, AllOf(HasSubstr("\n  window "), HasSubstr("\n  layout ")));
  EXPECT_THAT(assay("list fields").said, HasSubstr("\n  division "));
  EXPECT_THAT(assay("list features").said, HasSubstr("\n  grouped_heads "));
}

}  // namespace
}  // namespace assay::reports::cli
