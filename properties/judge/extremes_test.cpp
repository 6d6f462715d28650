// SPDX-License-Identifier: Apache-2.0
// Numbers at the ends of every range. The list of what may overflow on the way (reference/error/range.hpp) is complete
// when no execution of a declared arithmetic is condemned on them, and no bound is NaN.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "impls/arithmetic/emulated.hpp"
#include "properties/call.hpp"
#include "properties/judge/oracle.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {
namespace {

using impls::ExpErrors;

const char* const declarations[] = {
    "fp32 qk=fp32:chain pv=fp32:chain theta=3 division=ieee log=accurate flush_to_zero=0 p_normalised=1 "
    "fused_exponent=0",
    "fp32 qk=fp32:any:fused pv=fp32:any:fused theta=4 block=4 row_sum=block fused_exponent=1 ordered_blocks=1",
    "fp32 fused_exponent=1 p_normalised=0 division=reciprocal",
    "fp32 splits=2 block=2 p_normalised=0 fused_exponent=1",
    "fp32 splits=4 block=64 p_normalised=0 fused_exponent=0",
    "fp32 block=2 rescale_threshold=5.6 p_normalised=0",
    "fp16 qk=tensor-core:16:25:23 pv=tensor-core:16:25:23 block=4 row_sum=block:unrounded p_normalised=0 theta=3 "
    "ordered_blocks=1 fused_exponent=1",
    "fp16 qk=fp16:chain:fused pv=fp16:chain:fused p_normalised=0",
    "fp16 p_scale=1000 p_normalised=0 fused_exponent=1",
    "fp16 fold=fp16 p_normalised=1",
    "bf16 score=bf16 fold=bf16 block=4 row_sum=block p_normalised=0",
    "bf16 splits=3 qk=fp32:any:fused pv=fp32:any:fused block=2 row_sum=block:rounded p_normalised=0",
    "bf16 bias_rounding=bf16 p_normalised=1",
    "e4m3 qk=tensor-core:32:13:13 pv=tensor-core:32:13:13 p_scale=448 block=4 row_sum=block:unrounded p_normalised=0",
    "fp64 fused_exponent=1 p_normalised=0",
};

/// Scores from small to beyond every format, of both signs; values, caps, scales, sinks and masks likewise.
const char* const extremes[] = {
    "scores=offset:{}",
    "scores=offset:-{}",
    "scale={}",
    "tk=1 scores=offset:{}",
    "scores=rising values=max scale={}",
    "softcap={} scores=extremes",
    "bias=11qk scores=offset:{} masks=finite-min",
    "bias=111k masks=finite-min scale={}",
    "values=max scores=offset:{}",
    "sinks=1 scores=offset:-{}",
    "alibi=1 causal=bottom-right scores=offset:{}",
    "scores=extremes values=tiny scale={}",
};

TEST(Extremes, NoExecutionOfADeclaredArithmeticIsCondemned) {
  int cases = 0, judged_cases = 0;
  for (const char* declaration : declarations)
    for (const char* extreme : extremes)
      for (int exponent = -38; exponent <= 38; exponent += 2) {
        const Arithmetic a = parse_arithmetic(declaration);
        const std::string size = fmt::format("1e{}", exponent);
        Case c;
        try {
          c = parse_case(fmt::format("b=1 hq=1 tq=2 tk=5 dk=3 dv=2 lse=1 dtype={} seed={} {}", a.preset, 100 + exponent,
                                     fmt::format(fmt::runtime(extreme), size)));
        } catch (const UsageError&) {
          continue;  // a size that its field does not take
        }
        const Inputs inputs = make_inputs(c);
        Outputs outputs = blank_outputs(c.problem);
        const auto errors = static_cast<ExpErrors>(cases++ % 5);
        const impls::KernelPointer kernel = impls::emulated_kernel(a, errors, static_cast<std::uint64_t>(cases));
        if (!kernel->supports(c.problem)) continue;
        kernel->run(c.problem, inputs, outputs);
        const Judgement j = judge(c.problem, inputs, outputs, a, InputOrigin::Natural);
        ASSERT_FALSE(is_bad(j.verdict)) << declaration << "\n  " << to_text(c) << "\n  " << reason_of(j.verdict);
        ASSERT_FALSE(std::holds_alternative<GaveUp>(j.verdict))
            << declaration << "\n  " << to_text(c) << "\n  " << reason_of(j.verdict);
        judged_cases += std::holds_alternative<Holds>(j.verdict) || std::holds_alternative<Doubtful>(j.verdict);
      }
  std::printf("  %d executions, %d of them with rows that were judged\n", cases, judged_cases);
  EXPECT_GT(3 * judged_cases, cases);
}

std::string verdict_on(const char* line, std::vector<double> output, const char* arithmetic) {
  const Call call = make_call(parse_case(line));
  Outputs outputs = blank_outputs(call.problem);
  for (std::size_t c = 0; c < output.size(); ++c) outputs.out.set({0, 0, 0, static_cast<std::int64_t>(c)}, output[c]);
  return name_of(judge(call.problem, call.inputs, outputs, parse_arithmetic(arithmetic)).verdict);
}

// Scores of 6e44: the true output is the first value, and an enclosure without bounds was once taken for infinity.
TEST(Extremes, AScoreBeyondTheFirstPrecisionIsDecidedAtAHigherOne) {
  const char* const line =
      "b=1 hq=1 hkv=1 tq=1 tk=2 dk=3 dv=1 dtype=fp64 recipe=r1 seed=1 data.query=1e45,0,0 data.key=1,0,0,0.5,0,0 "
      "data.value=3,5";
  EXPECT_EQ(verdict_on(line, {3}, "fp64 fused_exponent=0"), "holds");
  EXPECT_EQ(verdict_on(line, {7.5}, "fp64 fused_exponent=0"), "violated");  // outside the values: no mean of them
  EXPECT_EQ(verdict_on(line, {3}, "fp64"), "no evidence");                  // fused: the maximum's rounding overflows
}

// Masks of the lowest finite number under splits: a weight of zero times an unbounded error was once "allowed 0".
TEST(Extremes, ASplitThatAFiniteMaskHidesMovesNothing) {
  const char* const line =
      "b=1 hq=1 hkv=1 tq=1 tk=4 dk=1 dv=1 dtype=fp32 bias=111k recipe=r1 seed=1 data.query=1 data.key=1,2,1.5,0.7 "
      "data.value=1,0.3,0.7,0.1 data.bias=-3e38,-3e38,0,0";
  const double exact = 0.513984682443406;
  for (const char* arithmetic : {"fp32", "fp32 splits=2", "fp32 splits=4 block=64"}) {
    EXPECT_EQ(verdict_on(line, {exact * (1 + 1e-7)}, arithmetic), "holds") << arithmetic;
    EXPECT_EQ(verdict_on(line, {exact * (1 + 1e-4)}, arithmetic), "violated") << arithmetic;
  }
}

// exp2(fma(s, c, -fl(m c))) of FlashAttention 2: at scores of 1e12 the rounding of m c alone overflows exp2.
TEST(Extremes, AFusedExponentMayOverflowOnTheRoundingOfTheMaximum) {
  const char* const line =
      "b=1 hq=1 hkv=1 tq=1 tk=1 dk=1 dv=1 dtype=fp32 scale=1 recipe=r1 seed=1 data.query=1e6 data.key=1e6 data.value=2";
  EXPECT_EQ(verdict_on(line, {NAN}, "fp32 fused_exponent=1"), "no evidence");
  EXPECT_EQ(verdict_on(line, {NAN}, "fp32"), "no evidence");  // open: either
  EXPECT_EQ(verdict_on(line, {NAN}, "fp32 fused_exponent=0"), "violated");
}

}  // namespace
}  // namespace assay::properties
