// SPDX-License-Identifier: Apache-2.0
// Honest arithmetics on natural inputs are not called doubtful; faults that stay inside every bound are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "impls/arithmetic/emulated.hpp"
#include "properties/judge/oracle.hpp"
#include "reference/error/usual/suspicion.hpp"

namespace assay::properties {
namespace {

using impls::Departures;
using impls::ExpErrors;

/// The six arithmetics of numerics.md#f13-independence-on-natural-inputs; bf16 also with the row sum from rounded
/// probabilities and with float32 output.
struct Model {
  const char* arithmetic;
  const char* fields;
};
const Model models[] = {
    {"fp32 qk=fp32:chain:fused pv=fp32:chain:fused block=32 ordered_blocks=1 row_sum=block theta=3 fused_exponent=1 "
     "p_normalised=0 division=ieee",
     "dtype=fp32"},
    {"fp16 qk=tensor-core:16:25:23 pv=tensor-core:16:25:23 block=32 ordered_blocks=1 row_sum=block:unrounded "
     "p_normalised=0 theta=3 fused_exponent=1",
     "dtype=fp16"},
    {"bf16 qk=tensor-core:16:25:23 pv=tensor-core:16:25:23 block=32 ordered_blocks=1 row_sum=block:unrounded "
     "p_normalised=0 theta=3 fused_exponent=1",
     "dtype=bf16"},
    {"bf16 qk=tensor-core:16:25:23 pv=tensor-core:16:25:23 block=32 ordered_blocks=1 row_sum=block:rounded "
     "p_normalised=0 theta=3 fused_exponent=1",
     "dtype=bf16"},
    {"bf16 qk=tensor-core:16:25:23 pv=tensor-core:16:25:23 block=32 ordered_blocks=1 row_sum=block:unrounded "
     "p_normalised=0 theta=3 fused_exponent=1",
     "dtype=bf16 out=fp32"},
    {"e4m3 qk=tensor-core:32:13:13 pv=tensor-core:32:13:13 p_scale=256 block=32 ordered_blocks=1 "
     "row_sum=block:unrounded p_normalised=0 theta=3 fused_exponent=1",
     "dtype=e4m3 out=bf16"},
    {"fp32", "dtype=fp32"},
    {"fp16", "dtype=fp16"},
    {"bf16 p_normalised=1 pv=fp32:chain:fused", "dtype=bf16"},
    {"bf16 p_normalised=0 splits=3", "dtype=bf16"},
    {"e4m3 qk=tensor-core:32:13:13:64 pv=tensor-core:16:13:13:32 p_scale=256 block=32 ordered_blocks=1 "
     "row_sum=block:unrounded p_normalised=0 theta=3 fused_exponent=1",
     "dtype=e4m3 out=bf16"},
};

const char* const families[] = {
    "",
    "values=positive",
    "scores=peaked",
    "scores=outliers values=outliers",
    "scores=outlier-channel",
    "values=offset",
    "scores=ties values=tied",
    "scores=ties values=positive",
    "scores=sink values=positive",
    "scores=sink",
    "scores=flat values=positive",
    "values=smooth",
    "scores=integers values=integers",
    "scores=zero values=integers",
    "scores=identical values=positive",
    "values=constant:3",
    "scores=one-hot",
    "causal=bottom-right",
    "scores=rising",
    "scores=offset:-120",
    "values=signs",
};

Judgement judged(const std::string& line, const Arithmetic& truth, const Arithmetic& declared, ExpErrors errors,
                 std::uint64_t seed, Departures departures = {}) {
  const Case c = parse_case(line);
  const Inputs inputs = make_inputs(c);
  Outputs outputs = blank_outputs(c.problem);
  impls::emulated_kernel(truth, errors, seed, departures)->run(c.problem, inputs, outputs);
  return judge(c.problem, inputs, outputs, declared, InputOrigin::Natural);
}

class NaturalFamilies : public testing::TestWithParam<Model> {};

// ASSAY_TENSORS: how many tensors of each family; the campaign on record (fuzz/measure/campaigns/families.txt) took 30.
TEST_P(NaturalFamilies, LeaveAnHonestArithmeticWithoutDoubt) {
  const char* const asked = std::getenv("ASSAY_TENSORS");
  const int tensors = asked ? static_cast<int>(std::strtol(asked, nullptr, 10)) : 1;
  const char* const shape = asked ? "b=1 hq=1 tq=48 tk=384 dk=64 dv=32" : "b=1 hq=1 tq=26 tk=97 dk=16 dv=8";
  const Model& model = GetParam();
  const Arithmetic a = parse_arithmetic(model.arithmetic);
  double rms = 0, largest = 0, lse = 0;
  int judged_ones = 0;
  for (const char* family : families)
    for (int n = 0; n < tensors; ++n) {
      const std::string line = fmt::format("{} {} lse=1 seed={} {}", shape, model.fields, n, family);
      const Judgement j =
          judged(line, a, a, n % 2 ? ExpErrors::Rounded : ExpErrors::Random, static_cast<std::uint64_t>(n));
      EXPECT_TRUE(name_of(j.verdict) == "holds" || name_of(j.verdict) == "no evidence")
          << to_text(a) << "\n  " << line << "\n  " << name_of(j.verdict) << ": " << reason_of(j.verdict);
      rms = std::max(rms, j.size.out.rms);
      largest = std::max(largest, j.size.out.largest);
      lse = std::max(lse, j.size.lse.rms);
      ++judged_ones;
    }
  fmt::print("  {} tensors: RMS z' {:.2f}, largest {:.1f}, log-sum-exp RMS {:.2f}  {} {}\n", judged_ones, rms, largest,
             lse, model.arithmetic, model.fields);
}
INSTANTIATE_TEST_SUITE_P(ErrorSize, NaturalFamilies, testing::ValuesIn(models));

/// The faults of numerics.md#h3-what-the-size-sees: every element inside the bound, or outside only the replay.
TEST(ErrorSize, FaultsInsideTheBoundAreSeen) {
  const auto seen = [](const Model& model, const char* family, Departures departures, const char* truth = "") {
    const Arithmetic a = parse_arithmetic(model.arithmetic);
    const std::string line = fmt::format("b=1 hq=1 tq=48 tk=128 dk=32 dv=16 {} lse=1 seed=5 {}", model.fields, family);
    const Judgement j = judged(line, parse_arithmetic(std::string(model.arithmetic) + " " + truth), a,
                               ExpErrors::Random, 1, departures);
    std::printf("  %s: %s RMS z' %.1f  %s\n", name_of(j.verdict).c_str(), model.fields, j.size.out.rms,
                reason_of(j.verdict).c_str());
    return name_of(j.verdict) == "doubtful" || name_of(j.verdict) == "violated";
  };
  for (const char* family : {"", "values=positive", "scores=peaked"}) {
    EXPECT_TRUE(seen(models[2], family, {.output_truncated = true})) << family;
    EXPECT_TRUE(seen(models[2], family, {.probabilities_truncated = true})) << family;
    EXPECT_TRUE(seen(models[1], family, {.probabilities_truncated = true})) << family;
    EXPECT_TRUE(seen(models[2], family, {.exp_noise = 0x1p-12})) << family;
    EXPECT_TRUE(seen(models[0], family, {.exp_noise = 0x1p-16})) << family;
    EXPECT_TRUE(seen(models[1], family, {}, "p=bf16")) << family;
  }
  EXPECT_TRUE(seen(models[6], "", {.exp_noise = 0x1p-16}));  // inside W: only its size gives it away
  EXPECT_TRUE(seen(models[7], "values=positive", {.output_truncated = true}));
}

TEST(ErrorSize, SearchedInputsAreJudgedByBoundsAlone) {
  const Arithmetic a = parse_arithmetic(models[6].arithmetic);
  const Case c = parse_case("b=1 hq=1 tq=48 tk=128 dk=32 dv=16 dtype=fp32 seed=5");
  const Inputs inputs = make_inputs(c);
  Outputs outputs = blank_outputs(c.problem);
  impls::emulated_kernel(a, ExpErrors::Random, 1, {.exp_noise = 0x1p-16})->run(c.problem, inputs, outputs);
  EXPECT_EQ(name_of(judge(c.problem, inputs, outputs, a, InputOrigin::Natural).verdict), "doubtful");
  EXPECT_EQ(name_of(judge(c.problem, inputs, outputs, a).verdict), "holds");
  EXPECT_EQ(origin_of(c), InputOrigin::Natural);
  EXPECT_EQ(origin_of(parse_case("b=1 hq=1 tq=1 tk=1 dk=1 dtype=fp32 data.query=1")), InputOrigin::Searched);
}

/// Squares of the largest numbers overflow: nothing is known there, and nothing is claimed. Found by
/// assay-measure honest.
TEST(ErrorSize, ValuesNearTheEndsOfTheRangeAreLeftOut) {
  const Arithmetic a = parse_arithmetic("fp32");
  for (const char* family : {"values=huge", "values=tiny", "values=max", "scores=outliers values=huge"})
    EXPECT_NE(name_of(judged(fmt::format("b=1 hq=1 tq=30 tk=9 dk=4 dv=3 lse=1 dtype=fp32 {}", family), a, a,
                             ExpErrors::Random, 1)
                          .verdict),
              "doubtful")
        << family;
}

/// A division that errs one way, keys that differ although their scores are equal, a row sum that rounds apart, addends
/// that are lost whole. Found by assay-measure honest 1500 7, and
/// by 40000 1: rows whose errors have few sources are no independent rows, nor are those whose addends a narrow sum
/// rounds alike.
TEST(ErrorSize, ErrorsThatEveryRowMayHaveAlikeAreNoFinding) {
  const char* const narrow =
      "fp16 qk=fp32:chain:fused pv=fp16:chain:fused block=4096 row_sum=any:unrounded p_normalised=0";
  const std::pair<const char*, const char*> found[] = {
      {narrow,
       "b=2 hq=2 hkv=2 tq=16 tk=16 dk=5 dv=3 dtype=fp16 recipe=r1 seed=53939 scores=flat:0.0625 "
       "values=alternating layout=spread"},
      {"fp32 qk=fp32:tree pv=fp32:tree block=8 row_sum=block theta=3 ordered_blocks=1",
       "b=3 hq=2 tq=80 tk=2 dk=2 dv=7 dtype=fp32 recipe=r1 seed=936754 scores=falling:40 values=outliers"},
      {"e4m3 qk=tensor-core:32:13:13 pv=tensor-core:32:13:13 p_scale=256 block=64 row_sum=block:unrounded "
       "p_normalised=0",
       "b=3 hq=14 hkv=2 tq=4 tk=2 dk=8 dv=24 dtype=e4m3 out=fp32 recipe=r1 seed=915970 values=huge:2"},
      {"bf16 qk=tensor-core:16:25:23 pv=tensor-core:16:25:23 block=32 row_sum=block:rounded p_normalised=0 theta=3",
       "b=3 hq=1 tq=7 tk=16 dk=4 dv=4 dtype=bf16 lse=1 sinks=1 dropout=0.1 mode=train recipe=r1 seed=471983 "
       "scores=peak-at:4"},
      {narrow, "b=1 hq=6 hkv=2 tq=11 tk=10 dk=5 dv=5 dtype=fp16 recipe=r1 seed=153852 scores=sink values=smooth"},
      {narrow,
       "b=2 hq=8 hkv=2 tq=17 tk=10 dk=3 dv=1 dtype=fp16 lse=1 scale=0.125 seed=691949 scores=identical values=smooth"},
      {"fp32 qk=fp32:chain pv=fp32:chain theta=3 row_sum=any division=ieee log=accurate flush_to_zero=0 block=4096 "
       "p_normalised=1",
       "b=1 hq=3 hkv=3 tq=80 tk=3 dk=1 dv=1 dtype=fp32 lse=1 causal=top-left alibi=1 recipe=r1 seed=220663 "
       "scores=cancelling values=smooth:0.0625 masks=holes layout=padded"},
      {"fp32 qk=fp32:chain pv=fp32:chain theta=3 row_sum=any division=ieee log=accurate flush_to_zero=0 block=4096 "
       "p_normalised=1",
       "b=1 hq=2 hkv=2 tq=12 tk=23 dk=17 dv=5 dtype=fp32 recipe=r1 seed=178050 scores=sink:2 values=integers "
       "masks=first-block"}};
  for (const auto& [arithmetic, line] : found) {
    const Arithmetic a = parse_arithmetic(arithmetic);
    const Judgement j = judged(line, a, a, ExpErrors::Random, 1);
    EXPECT_EQ(name_of(j.verdict), "holds") << line << "\n  " << reason_of(j.verdict);
  }
}

/// Errors that the parts of a row have in common: each line's arithmetic was doubtful without its term of SD'.
TEST(ErrorSize, ErrorsThatKeysShareAreNoFinding) {
  struct Shared {
    const char* arithmetic;
    const char* line;
    ExpErrors errors = ExpErrors::Rounded;
  };
  const char* const rising = "b=1 hq=2 tq=16 tk=129 dk=16 dv=32 dtype=bf16 out=fp32 lse=1 scores=rising:4";
  const char* const steep = "b=5 hq=4 hkv=1 tq=11 tk=129 dk=13 dv=31 dtype=fp16 scores=rising:8";
  const char* const steep_bf16 = "b=5 hq=4 hkv=1 tq=11 tk=129 dk=13 dv=31 dtype=bf16 out=fp32 lse=1 scores=rising:8";
  const Shared shared[] = {
      // Replayed probabilities stay while the computed maxima move what is made of them.
      {"bf16 block=1 ordered_blocks=1 p_normalised=0 row_sum=any:rounded", rising},
      {"bf16 block=1 ordered_blocks=1 p_normalised=0 row_sum=any:unrounded", rising},
      {"fp16 block=1 ordered_blocks=1 p_normalised=0 row_sum=any:rounded", steep},
      {"fp16 block=1 ordered_blocks=1 p_normalised=0 row_sum=any:unrounded", steep},
      {"bf16 block=64 ordered_blocks=1 p_normalised=0 row_sum=any:rounded", steep_bf16},
      {"bf16 block=64 ordered_blocks=1 p_normalised=0 row_sum=any:unrounded", steep_bf16},
      // Weights below half a unit of the row sum are lost; near one unit they are all rounded up.
      {"fp32 p_normalised=1", "b=1 hq=1 tq=2 tk=4096 dk=4 dv=4 dtype=fp32 lse=1 scores=sink:2.1"},
      {"fp32 p_normalised=1", "b=1 hq=1 tq=2 tk=4096 dk=4 dv=4 dtype=fp32 lse=1 scores=sink:2"},
      // Exponentials that all err one way are seen by the log-sum-exp.
      {"fp32 exp_ulp=1500", "b=1 hq=2 tq=16 tk=385 dk=8 dv=8 dtype=fp32 lse=1", ExpErrors::Up},
      {"fp32 exp_ulp=1500", "b=1 hq=2 tq=16 tk=385 dk=8 dv=8 dtype=fp32 lse=1", ExpErrors::Down},
  };
  for (const Shared& s : shared)
    for (int seed = 101; seed < 104; ++seed) {
      const Arithmetic a = parse_arithmetic(s.arithmetic);
      const Judgement j = judged(fmt::format("{} seed={}", s.line, seed), a, a, s.errors, 1);
      EXPECT_EQ(name_of(j.verdict), "holds") << s.arithmetic << "\n  " << s.line << "\n  " << reason_of(j.verdict);
    }
}

/// The adder aligns a subnormal operand as the smallest normal number
/// (numerics.md#f7-subnormal-operands-of-a-tensor-core). Found by assay-measure honest 40000 1 120000.
TEST(ErrorSize, SubnormalOperandsOfATensorCoreAreLifted) {
  const Arithmetic a = parse_arithmetic(
      "fp16 qk=tensor-core:16:25:23 pv=tensor-core:16:25:23 block=32 row_sum=block:unrounded p_normalised=0 theta=3 "
      "ordered_blocks=1 fused_exponent=1");
  for (const char* line :
       {"b=3 hq=7 hkv=1 tq=5 tk=7 dk=8 dv=11 dtype=fp16 out=fp32 lse=1 recipe=r1 seed=795696 scores=normal:4 "
        "values=tiny hidden=inf layout=padded",
        "b=1 hq=4 hkv=2 tq=9 tk=8 dk=13 dv=17 dtype=fp16 out=fp32 window=0,inf recipe=r1 seed=94110 "
        "scores=outlier-channel values=tiny:2 masks=all"}) {
    const Judgement j = judged(line, a, a, ExpErrors::Rounded, 1);
    EXPECT_EQ(name_of(j.verdict), "holds") << line << "\n  " << reason_of(j.verdict);
  }
}

TEST(ErrorSize, ThresholdsFollowTheNumberOfRows) {
  // Two-sided 1e-9 quantiles of Student's t (numerics.md#d10-thresholds).
  EXPECT_NEAR(reference::largest_usual_student(24), 9.9, 0.05);
  EXPECT_NEAR(reference::largest_usual_student(32), 8.6, 0.05);
  EXPECT_NEAR(reference::largest_usual_student(256), 6.3, 0.05);
  EXPECT_GT(reference::largest_usual_rms(1), 7);
  EXPECT_EQ(reference::largest_usual_rms(100), 2.5);
  reference::SizeStatistics statistics;
  const auto add = [&](std::uint64_t row, double distance, double sources) {
    statistics.add_row({.likeness = row, .sources = sources, .distances = {distance}, .signs = {1}});
  };
  for (std::uint64_t n = 0; n < 100; ++n) add(n % 23, 1.0 + 0.01 * static_cast<double>(n % 23), 10);
  EXPECT_EQ(statistics.rows(), 23U);
  add(100, 1.2, 1);
  EXPECT_FALSE(statistics.biased());  // 23 different rows of many sources are too few
  add(101, 1.2, 10);
  EXPECT_TRUE(statistics.biased());
}

TEST(ErrorSize, RowsOfFewSourcesAreHeldToTheLargestAlone) {
  const auto too_large = [](double sources, double distance) {
    reference::SizeStatistics statistics;
    for (std::uint64_t n = 0; n < 50; ++n)
      statistics.add_row({.likeness = n, .sources = sources, .distances = {distance, -distance}, .signs = {1, 1}});
    return statistics.too_large().has_value();
  };
  EXPECT_TRUE(too_large(20, 3));
  EXPECT_FALSE(too_large(1, 3));
  EXPECT_TRUE(too_large(1, 13));
}

}  // namespace
}  // namespace assay::properties
