// SPDX-License-Identifier: Apache-2.0
#include "fuzz/measure/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/model/contract.hpp"

namespace assay::measure {
namespace {

Options parsed(std::vector<const char*> words) {
  words.insert(words.begin(), "assay-measure");
  return parse_options(static_cast<int>(words.size()), words.data());
}

std::string complaint(const std::vector<const char*>& words) {
  try {
    parsed(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(MeasureOptions, AreReadByTheirPlace) {
  const auto honest = std::get<HonestOptions>(parsed({"honest", "60", "1", "1350", "noisy", "tiled"}));
  EXPECT_EQ(honest.cases, 60u);
  EXPECT_EQ(honest.seed, 1u);
  EXPECT_EQ(honest.first, 1350u);
  EXPECT_THAT(honest.kernels, testing::ElementsAre("noisy", "tiled"));
  const auto search = std::get<SearchOptions>(parsed({"search", "20000", "1", "0.5", "tiled"}));
  EXPECT_EQ(search.seconds, 0.5);
  EXPECT_THAT(search.kernels, testing::ElementsAre("tiled"));
  const auto kills = std::get<KillsOptions>(parsed({"kills", "--threads", "3", "canary"}));
  EXPECT_EQ(kills.threads, 3);
  EXPECT_THAT(kills.faults, testing::ElementsAre("canary"));
  const auto cuda = std::get<CudaOptions>(parsed({"cuda", "libx.so", "every", "200", "2", "0", "aligned-8-24-23"}));
  EXPECT_EQ(cuda.order, "every");
  EXPECT_EQ(cuda.model, "aligned-8-24-23");
  EXPECT_EQ(std::get<PowerOptions>(parsed({"power", "2"})).seeds, 2u);
  EXPECT_EQ(std::get<ConfusionOptions>(parsed({"confusion", "3", "canary"})).seeds, 3u);
}

TEST(MeasureOptions, ThatAreNoWholeNumbersAreNamed) {
  using testing::HasSubstr;
  EXPECT_THAT(complaint({"honest", "3k", "1"}), HasSubstr("cases=3k: want a whole number from 0"));
  EXPECT_THAT(complaint({"honest", "3", "1", "noisy"}), HasSubstr("first=noisy: want a whole number"));
  EXPECT_THAT(complaint({"power", "1.5"}), HasSubstr("seeds=1.5: want"));
  EXPECT_THAT(complaint({"search", "20", "1x"}), HasSubstr("seed=1x: want"));
  EXPECT_THAT(complaint({"search", "20", "1", "soon"}), HasSubstr("seconds=soon: want a number"));
  EXPECT_THAT(complaint({"search", "20", "1", "nan"}), HasSubstr("seconds=nan: want a number from 0"));
  EXPECT_THAT(complaint({"confusion", "99999999999999999999999"}), HasSubstr("99999999999999999999999"));
  EXPECT_THAT(complaint({"kills", "--threads", "0"}), HasSubstr("--threads"));
  EXPECT_THAT(complaint({"cuda", "libx.so", "sideways", "1", "1"}), HasSubstr("sideways"));
}

TEST(MeasureOptions, ThatAreMissingAndUnknownVerbsAreNamed) {
  using testing::HasSubstr;
  EXPECT_THAT(complaint({"honest", "3"}), HasSubstr("seed is required; `assay-measure honest --help`"));
  EXPECT_THAT(complaint({}), HasSubstr("a verb is missing; want power, honest, kills, confusion, search, cuda, or"));
  EXPECT_THAT(complaint({"honestly"}), HasSubstr("'honestly' is not a verb; want power"));
}

TEST(MeasureOptions, OfHelpShowTheVerb) {
  EXPECT_THAT(std::get<HelpText>(parsed({"--help"})).text, testing::HasSubstr("confusion"));
  EXPECT_THAT(std::get<HelpText>(parsed({"cuda", "--help"})).text, testing::HasSubstr("LIBRARY"));
}

}  // namespace
}  // namespace assay::measure
