// SPDX-License-Identifier: Apache-2.0
// Attempts to leave the replay of a declared adder, and to slip past it.
#include "properties/judge/adder_check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "impls/arithmetic/emulated.hpp"
#include "properties/judge/oracle.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {
namespace {

using impls::Departures;
using impls::ExpErrors;

/// Float8 with sums cut to 13 bits, chained over all keys (Hopper's published model).
const std::string chained =
    "e4m3 qk=tensor-core:32:13:13 pv=tensor-core:32:13:13 p_scale=256 block=64 "
    "ordered_blocks=1 row_sum=block:unrounded p_normalised=0 theta=3 fused_exponent=1";

/// The same with groups of 64 keys and of 32 features that begin at zero and are added in float32.
const std::string promoted =
    "e4m3 qk=tensor-core:32:13:13:32 pv=tensor-core:32:13:13:64 p_scale=256 block=64 "
    "ordered_blocks=1 row_sum=block:unrounded p_normalised=0 theta=3 fused_exponent=1";

struct Tried {
  std::int64_t cases = 0;
  std::int64_t seen = 0;
};

/// In how many cases the truth is told from the declaration.
Tried tried(const std::string& truth, const std::string& declared, const char* more = "", Departures departures = {},
            int seeds = 6) {
  Tried t;
  for (int seed = 0; seed < seeds; ++seed) {
    const Case c = parse_case(
        fmt::format("dtype=e4m3 out=fp32 b=1 hq=1 tq=3 tk={} dk=64 dv=8 seed={} {}", 40 + 61 * (seed % 3), seed, more));
    const Inputs inputs = make_inputs(c);
    Outputs outputs = blank_outputs(c.problem);
    impls::emulated_kernel(parse_arithmetic(truth), static_cast<ExpErrors>(seed % 5), static_cast<std::uint64_t>(seed),
                           departures)
        ->run(c.problem, inputs, outputs);
    CaseReference reference(c.problem, inputs);
    ++t.cases;
    t.seen += adder_mismatch(reference, outputs, parse_arithmetic(declared)).has_value();
  }
  return t;
}

TEST(AdderCheck, TheDeclaredAdderIsNeverDoubted) {
  for (const char* family : {"", "values=positive", "scores=peaked", "scores=rising values=offset", "scores=extremes",
                             "causal=bottom-right", "scores=outliers values=outliers", "values=cancelling"}) {
    EXPECT_EQ(tried(chained, chained, family, {}, 3).seen, 0) << family;
    EXPECT_EQ(tried(chained + " exp_ulp=200", chained + " exp_ulp=200", family, {}, 2).seen, 0) << family;
    const std::string rounded =
        "e4m3 qk=tensor-core:16:14:13 pv=tensor-core:16:14:13 p_scale=256 block=32 "
        "ordered_blocks=1 row_sum=block:rounded p_normalised=0 theta=3 fused_exponent=1";
    EXPECT_EQ(tried(rounded, rounded, family, {}, 2).seen, 0) << family;
    EXPECT_EQ(tried(promoted, promoted, family, {}, 3).seen, 0) << family;
  }
}

TEST(AdderCheck, AnotherAdderFormatOrOrderIsSeen) {
  const std::string rest =
      " p_scale=256 block=64 ordered_blocks=1 row_sum=block:unrounded p_normalised=0 theta=3 "
      "fused_exponent=1";
  const auto seen = [&](const std::string& truth, Departures departures = {}) {
    return tried(truth, chained, "values=positive", departures).seen;
  };
  EXPECT_EQ(seen("e4m3 qk=tensor-core:32:14:13 pv=tensor-core:32:14:13" + rest), 6);
  EXPECT_EQ(seen("e4m3 qk=tensor-core:16:13:13 pv=tensor-core:16:13:13" + rest), 6);
  EXPECT_EQ(seen("e4m3 qk=tensor-core:32:13:13 pv=tensor-core:32:23:23" + rest), 6);  // promoted to float32
  EXPECT_EQ(seen("e4m3 p=e5m2 qk=tensor-core:32:13:13 pv=tensor-core:32:13:13" + rest), 6);
  EXPECT_EQ(seen("e4m3 qk=tensor-core:32:13:13 pv=tensor-core:32:13:13:32" + rest), 6);
  EXPECT_EQ(tried("e4m3 qk=tensor-core:32:13:13:32 pv=tensor-core:32:13:13" + rest, promoted, "values=positive").seen,
            4);  // the two shortest have one block
  EXPECT_EQ(seen(chained, {.probabilities_truncated = true}), 6);
  EXPECT_EQ(seen(chained, {.output_truncated = true}), 0);  // into float32 from float32: nothing is cut
}

TEST(AdderCheck, AMismatchIsDoubtfulAndNoMore) {
  const Case c = parse_case("dtype=e4m3 out=bf16 b=1 hq=1 tq=4 tk=128 dk=64 dv=16 values=positive");
  const Inputs inputs = make_inputs(c);
  Outputs outputs = blank_outputs(c.problem);
  const Arithmetic declared = parse_arithmetic(chained);
  impls::emulated_kernel(declared, ExpErrors::Random, 0, {.probabilities_truncated = true})
      ->run(c.problem, inputs, outputs);
  const Judgement judgement = judge(c.problem, inputs, outputs, declared);
  EXPECT_EQ(name_of(judgement.verdict), "doubtful");
  EXPECT_NE(reason_of(judgement.verdict).find("differs from the declaration"), std::string::npos);
}

}  // namespace
}  // namespace assay::properties
