// SPDX-License-Identifier: Apache-2.0
#include "properties/judge/oracle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "impls/registry.hpp"
#include "properties/call.hpp"
#include "properties/judge/planted_kernel.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {
namespace {

const char* const lines[] = {
    "b=2 hq=4 hkv=2 tq=5 tk=37 dk=16 dv=9 dtype=fp32 lse=1 causal=bottom-right seed=1",
    "b=1 hq=2 tq=7 tk=50 dk=24 dv=16 dtype=bf16 lse=1 mask=b11k seed=2 scores=peaked values=positive",
    "b=1 hq=2 tq=7 tk=50 dk=24 dv=16 dtype=fp16 lse=1 seed=3 scores=ties values=tied",
};

Outputs run(const impls::Kernel& kernel, const Case& c, const Inputs& inputs) {
  Outputs outputs = blank_outputs(c.problem);
  kernel.run(c.problem, inputs, outputs);
  return outputs;
}

TEST(Judge, HonestKernelsHoldAgainstWhatTheyDeclare) {
  for (const char* line : lines) {
    const Case c = parse_case(line);
    const Inputs inputs = make_inputs(c);
    CaseReference reference(c.problem, inputs);
    for (const impls::KernelPointer& kernel : impls::all_kernels()) {
      if (!kernel->supports(c.problem)) continue;
      const Judgement j = judge(reference, run(*kernel, c, inputs), kernel->arithmetic(c.problem));
      EXPECT_EQ(name_of(j.verdict), "holds") << kernel->name() << " on " << line << ": " << reason_of(j.verdict);
      EXPECT_EQ(j.out.elements, c.problem.extents.batch * c.problem.extents.query_heads *
                                    c.problem.extents.query_length * c.problem.extents.value_dim);
    }
  }
}

TEST(Judge, TheCanaryIsViolatedWithTermsThatCoverTheBound) {
  const Case c = parse_case("b=2 hq=4 hkv=2 tq=5 tk=37 dk=16 dv=9 dtype=fp32 causal=bottom-right seed=1");
  const Inputs inputs = make_inputs(c);
  const Judgement j =
      judge(c.problem, inputs, run(*impls::find_kernel("fault/canary"), c, inputs), arithmetic_preset("fp32"));
  ASSERT_EQ(name_of(j.verdict), "violated");
  double sum = 0;
  for (const BoundTerm& term : j.worst.front().terms) sum += term.value;
  EXPECT_GE(sum * (1 + 0x1p-40), j.worst.front().allowed);
  EXPECT_GT(j.worst.front().ratio, 1000);
}

TEST(Judge, OneElementOffByAnUlpTooManyIsNamed) {
  const Case c = parse_case(lines[1]);
  const Inputs inputs = make_inputs(c);
  const impls::KernelPointer kernel = impls::find_kernel("double_yardstick");
  Outputs outputs = run(*kernel, c, inputs);
  const Index4 at{0, 1, 3, 5};
  outputs.out.set(at, outputs.out.get(at) + 2 * ulp(c.problem.out, outputs.out.get(at)));
  const Judgement j = judge(c.problem, inputs, outputs, kernel->arithmetic(c.problem));
  ASSERT_EQ(name_of(j.verdict), "violated");
  EXPECT_EQ(j.worst.front().index, at);
}

TEST(Judge, AnElementNeverWrittenIsFaultedAndNanNeverPasses) {
  const Case c = parse_case(lines[0]);
  const Inputs inputs = make_inputs(c);
  const impls::KernelPointer kernel = impls::find_kernel("double_yardstick");
  Outputs outputs = run(*kernel, c, inputs);
  outputs.out.set_bits({1, 3, 4, 8}, unwritten_bits(c.problem.out));
  EXPECT_EQ(reason_of(judge(c.problem, inputs, outputs, kernel->arithmetic(c.problem)).verdict),
            "output unwritten: out[b=1 h=3 i=4 c=8]");
  outputs.out.set({1, 3, 4, 8}, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(name_of(judge(c.problem, inputs, outputs, kernel->arithmetic(c.problem)).verdict), "violated");
}

TEST(Judge, TheMeanOfARowWithoutKeysMayHaveRoundedItsWeights) {
  const Case c = parse_case("b=1 hq=1 tq=1 tk=5 dk=1 dv=2 dtype=bf16 out=fp32 mask=1111 empty=mean seed=1 data.mask=0");
  const Inputs inputs = make_inputs(c);
  Tensor fifth(ElementType::of(c.problem.dtype), {1, 1, 1, 1});
  fifth.set({0, 0, 0, 0}, 0.2);
  Outputs outputs = blank_outputs(c.problem);
  for (std::int64_t feature = 0; feature < 2; ++feature) {
    double sum = 0;
    for (std::int64_t key = 0; key < 5; ++key) sum += fifth.get({0, 0, 0, 0}) * inputs.value.get({0, 0, key, feature});
    outputs.out.set({0, 0, 0, feature}, sum);
  }
  EXPECT_EQ(name_of(judge(c.problem, inputs, outputs, arithmetic_preset("bf16")).verdict), "holds");
  EXPECT_EQ(name_of(judge(c.problem, inputs, outputs, parse_arithmetic("bf16 p=fp32")).verdict), "violated");
}

TEST(Judge, WhatCannotBeSeenIsNoEvidence) {
  const Case empty = parse_case("b=1 hq=1 tq=0 tk=3 dk=4 dtype=fp32");
  const Inputs inputs = make_inputs(empty);
  EXPECT_EQ(name_of(judge(empty.problem, inputs, blank_outputs(empty.problem), arithmetic_preset("fp32")).verdict),
            "no evidence");
  const Case zero = parse_case("b=1 hq=1 tq=1 tk=2 dk=1 dtype=fp32 data.value=0,0");
  const Inputs zeros = make_inputs(zero);
  const Outputs outputs = run(*impls::find_kernel("double_yardstick"), zero, zeros);
  EXPECT_EQ(name_of(judge(zero.problem, zeros, outputs, arithmetic_preset("fp32")).verdict), "no evidence");
}

TEST(ErrorStatistics, BinsByUlpAndRatioAndMerges) {
  ErrorStatistics a, b;
  a.add({.error = 0.5, .centre = 1, .ulps = 0.1, .ratio = 0.25});
  b.add({.error = -2, .centre = 1, .ulps = 4, .ratio = std::numeric_limits<double>::infinity()});
  b.add({.error = std::nan(""), .centre = 1, .ulps = std::numeric_limits<double>::infinity(), .ratio = 2});
  a.merge(b);
  EXPECT_EQ(a.elements, 3);
  EXPECT_EQ(a.ulp_histogram[0], 1);
  EXPECT_EQ(a.ulp_histogram[6], 1);
  EXPECT_EQ(a.ulp_histogram.back(), 1);
  EXPECT_EQ(a.ratio_histogram[2], 1);
  EXPECT_EQ(a.ratio_histogram[10], 2);
  EXPECT_EQ(a.error_square_sum, 4.25);
}

// An online softmax that takes key after key rounds the second sum to infinity and rescales it by zero for the third.
TEST(Oracle, LeavesOutRowsThatOverflowOnTheWay) {
  const auto verdict = [](const std::string& values, double got) {
    const Call call =
        make_call(parse_case("b=1 hq=1 hkv=1 tq=1 tk=3 dk=2 dv=1 dtype=fp32 recipe=r1 seed=0 data.key=0,0.5,-1,0,0,-1 "
                             "data.query=33,-115 data.value=" +
                             values));
    const PlantedKernel kernel = spoil_outputs([=](const Index4&, double) { return got; });
    const Outputs outputs = std::get<Outputs>(run(kernel, call));
    return name_of(judge(call.problem, call.inputs, outputs, parse_arithmetic("fp32")).verdict);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(verdict("3.3895313892515355e+38,3.4028234663852886e+38,0", nan), "no evidence");
  EXPECT_EQ(verdict("3.3895313892515355e+30,3.4028234663852886e+30,0", nan), "violated");
}

/// Draws a dropout mask and tells which, or something else.
PlantedKernel drawing(bool tells_the_truth) {
  return PlantedKernel(
      [=](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
        Problem given = problem;
        given.dropout.mask_given = true;
        Inputs kept = inputs;
        Tensor& drawn = *outputs.dropout_drawn;
        for_each_index(drawn.extents(), [&](const Index4& at) { drawn.set(at, (at[2] + at[3]) % 3 != 0); });
        kept.dropout_keep = drawn;
        honest.run(given, kept, outputs);
        if (!tells_the_truth) drawn.set({0, 0, 1, 1}, 1 - drawn.get({0, 0, 1, 1}));
      });
}

TEST(Oracle, TakesADrawnDropoutMaskAtItsWord) {
  const Call call = make_call(
      parse_case("b=1 hq=2 hkv=2 tq=4 tk=6 dk=4 dv=4 dtype=fp32 dropout=0.25 mode=train keep=drawn recipe=r1 seed=5"));
  const auto verdict = [&](const PlantedKernel& kernel) {
    const Ran ran = run(kernel, call);
    if (const auto* fault = std::get_if<Faulted>(&ran)) return reason_of(*fault);
    return name_of(
        judge(call.problem, call.inputs, std::get<Outputs>(ran), stated_arithmetic(kernel, call.problem)).verdict);
  };
  EXPECT_EQ(verdict(drawing(true)), "holds");
  EXPECT_EQ(verdict(drawing(false)), "violated");
  const PlantedKernel silent([](const impls::Kernel& honest, const Problem& p, const Inputs& in, Outputs& out) {
    const std::optional<Tensor> blank = out.dropout_drawn;
    drawing(true).run(p, in, out);
    out.dropout_drawn = blank;
    static_cast<void>(honest);
  });
  EXPECT_EQ(verdict(silent), "not applicable") << "a mask that nobody knows";
  const PlantedKernel halfway([](const impls::Kernel& honest, const Problem& p, const Inputs& in, Outputs& out) {
    drawing(true).run(p, in, out);
    out.dropout_drawn->set_bits({0, 1, 2, 3}, 0xff);
    static_cast<void>(honest);
  });
  EXPECT_EQ(verdict(halfway), "output unwritten: dropout_drawn[b=0 h=1 i=2 j=3]");
}

// Who says that nothing was kept has an easy time.
TEST(Oracle, HoldsADrawnDropoutMaskToTheRateAskedFor) {
  const auto verdict = [](bool keeps, const std::string& options) {
    const std::string line = "b=1 hq=4 hkv=4 tq=16 tk=16 dk=4 dv=4 dtype=fp32 mode=train keep=drawn recipe=r1 seed=5 ";
    const Call call = make_call(parse_case(line + options));
    const PlantedKernel kernel([=](const impls::Kernel& honest, const Problem& p, const Inputs& in, Outputs& out) {
      Problem given = p;
      given.dropout.mask_given = true;
      Inputs kept = in;
      for_each_index(out.dropout_drawn->extents(), [&](const Index4& at) {
        const bool seen = !p.causal || at[3] <= at[2];
        out.dropout_drawn->set(at, keeps && (!seen || (at[2] + at[3]) % 4 != 0));
      });
      kept.dropout_keep = out.dropout_drawn;
      honest.run(given, kept, out);
    });
    const Ran ran = run(kernel, call);
    return reason_of(
        judge(call.problem, call.inputs, std::get<Outputs>(ran), stated_arithmetic(kernel, call.problem)).verdict);
  };
  EXPECT_EQ(verdict(true, "dropout=0.25"), "");
  EXPECT_EQ(verdict(true, "dropout=0.25 causal=top-left"), "") << "what nobody sees does not count";
  EXPECT_THAT(verdict(false, "dropout=0.25"), testing::HasSubstr("1024 of 1024 visible weights dropped"));
  EXPECT_THAT(verdict(true, "dropout=0.75"), testing::HasSubstr("256 of 1024 visible weights dropped"));
}

}  // namespace
}  // namespace assay::properties
