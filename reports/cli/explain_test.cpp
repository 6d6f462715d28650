// SPDX-License-Identifier: Apache-2.0
//
// What the program explains by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "properties/diagnosis/suspect.hpp"
#include "reports/cli/program.hpp"

namespace assay::reports::cli {
namespace {

using testing::HasSubstr;

TEST(Explain, SaysOfADoubtThatComesAgainWhatItCanMean) {
  EXPECT_THAT(assay("explain verdict doubtful").said,
              HasSubstr("the arithmetic is worse than the declared\n"
                        "one, or its errors lean in a way that the declaration does not tell."));
}

TEST(Explain, ListsEverySuspectWithItsClaimOnALine) {
  const Ended ended = assay("list suspects");
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.said, testing::ContainsRegex("\n  scale_none  +scores are not scaled\n"));
  EXPECT_EQ(std::ranges::count(ended.said, '\n'), 1 + static_cast<std::ptrdiff_t>(properties::all_suspects().size()));
}

TEST(Explain, SaysOfASuspectItsKindWhatItsResidualMeansAndWhichFaultsDeclareIt) {
  const std::pair<const char*, const char*> kinds[] = {
      {"scale_none", "\nkind      another reading of the call: "},
      {"lse_base_two", "\nkind      another reading of the call, for the log-sum-exp alone: "},
      {"scores_sixteen_bit", "\nkind      a rounding replayed: "},
      {"output_truncated", "\nkind      a rounding replayed: "},
      {"inexact_exp", "\nkind      a fit: "}};
  for (const auto& [name, kind] : kinds) {
    const Ended ended = assay(std::string("explain suspect ") + name);
    EXPECT_EQ(ended.code, 0);
    EXPECT_THAT(ended.said, HasSubstr(kind));
    EXPECT_THAT(ended.said, HasSubstr("at most 1 explains"));
  }
  const std::string said = assay("explain suspect alibi_ignored").said;
  EXPECT_THAT(said, HasSubstr("alibi_ignored\nclaim     "));
  EXPECT_THAT(said, HasSubstr("\nsource    https://github.com/"));
  EXPECT_THAT(assay("explain suspect output_truncated").said, HasSubstr("\nsource    https://github.com/"));
  EXPECT_THAT(assay("explain suspect inexact_exp").said, HasSubstr("\nsource    numerics.md#a3-exponentials\n"));
  EXPECT_THAT(said, HasSubstr("\nresidual  the largest error over what is allowed around the suspect's numbers"));
  EXPECT_THAT(said, HasSubstr("\ndeclared  by fault/alibi_ignored\n"));
  const Ended unknown = assay("explain suspect nonsense");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_EQ(unknown.said, "assay: no suspect is named 'nonsense'; `assay list suspects` shows them\n");
}

TEST(Explain, SendsWhoTakesASuspectForAFaultToTheSuspect) {
  const Ended ended = assay("explain fault bias_base_two");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.said, HasSubstr("it is a suspect: right would be `assay explain suspect bias_base_two`"));
}

}  // namespace
}  // namespace assay::reports::cli
