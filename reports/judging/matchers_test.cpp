// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/matchers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "impls/function_kernel.hpp"
#include "impls/registry.hpp"
#include "reference/model/contract.hpp"

namespace assay::reports {
namespace {

using impls::KernelPointer;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const char* const line = "b=2 hq=2 hkv=1 tq=3 tk=5 dk=4 dv=3 dtype=fp32 causal=offset:1 lse=1 recipe=r1 seed=3";

KernelPointer honest() { return impls::find_kernel("explicit_fp32"); }

/// Right up to a factor.
KernelPointer scaled(double factor) {
  return impls::kernel_from({.name = "scaled",
                             .compute =
                                 [factor](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
                                   honest()->run(problem, inputs, outputs);
                                   for_each_index(outputs.out.extents(), [&](const Index4& index) {
                                     outputs.out.set(index, factor * outputs.out.get(index));
                                   });
                                 },
                             .supports = [](const Problem& problem) { return honest()->supports(problem); },
                             .arithmetic = "fp32"});
}

std::string explanation(const testing::Matcher<KernelPointer>& matcher, const KernelPointer& kernel) {
  testing::StringMatchResultListener listener;
  testing::ExplainMatchResult(matcher, kernel, &listener);
  return listener.str();
}

/// What stands between the quotes of the replay line.
std::string replay_line(const std::string& text) {
  const std::string before = "ComputesAttention(\"";
  const std::size_t begin = text.find(before) + before.size();
  return text.substr(begin, text.find('"', begin) - begin);
}

TEST(Matchers, AcceptAKernelThatIsRight) {
  EXPECT_THAT(honest(), ComputesAttention(line));
  EXPECT_THAT(*honest(), ComputesAttention(parse_case(line)));
  EXPECT_THAT(scaled(1), ComputesAttention(parse_case(line).problem));
  EXPECT_THAT(honest(), ComputesAttentionOn({line, "b=1 hq=1 tq=2 tk=2 dk=1 dtype=fp32"}));
  EXPECT_THAT(explanation(ComputesAttention(line), honest()), AllOf(HasSubstr(" verdicts hold"), HasSubstr("allowed")));
}

TEST(Matchers, ExplainAFailureByTheFindingWhoseReplayFailsAlike) {
  const std::string text = explanation(ComputesAttention(line), scaled(1.25));
  EXPECT_THAT(text,
              AllOf(HasSubstr("a failure of scaled"), HasSubstr("violated: out[b=0 h=0 i=0 c=0] = 1.25, exact 1 +-"),
                    HasSubstr("caught by     reference, within the bound of fp32"), HasSubstr("allowed"),
                    HasSubstr("met on        " + to_text(parse_case(line)))));
  const std::string again = replay_line(text);
  EXPECT_EQ(parse_case(again).problem.extents, Extents{}) << again;
  EXPECT_THAT(scaled(1.25), Not(ComputesAttention(again)));
  EXPECT_THAT(explanation(ComputesAttention(again), scaled(1.25)), HasSubstr("violated: out[b=0 h=0 i=0 c=0] = 1.25"));
  EXPECT_THAT(honest(), ComputesAttention(again));
}

TEST(Matchers, GiveTheCommandThatReplaysABuiltInKernel) {
  const KernelPointer canary = impls::find_kernel("fault/canary");
  const std::string text = explanation(ComputesAttention(line), canary);
  EXPECT_THAT(text, HasSubstr("assay replay '" + replay_line(text) + "' fault/canary"));
  EXPECT_THAT(explanation(ComputesAttention(line), scaled(2)), Not(HasSubstr("assay replay")));
}

TEST(Matchers, NameThePropertyThatCaughtAFailure) {
  int calls = 0;
  const KernelPointer counting = impls::kernel_from(
      {.name = "counting", .compute = [&](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
         honest()->run(problem, inputs, outputs);
         outputs.out.set({0, 0, 0, 0}, outputs.out.get({0, 0, 0, 0}) + ++calls);
       }});
  EXPECT_THAT(explanation(ComputesAttention(line, {.checks = {"repeatable"}}), counting),
              AllOf(HasSubstr("caught by     repeatable: The same call"), HasSubstr("violated")));
}

TEST(Matchers, AnExceptionIsAFault) {
  const KernelPointer throwing = impls::kernel_from(
      {.name = "throwing", .compute = [](const Problem&, const Inputs&, Outputs&) { throw std::runtime_error("no"); }});
  EXPECT_THAT(explanation(ComputesAttention(line), throwing), HasSubstr("faulted: exception: no"));
}

TEST(Matchers, AKernelThatSaysNothingOfItselfIsJudgedAsOneOfFloats) {
  const auto compute = [](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
    inputs.query.view<float>();  // throws for any other dtype
    honest()->run(problem, inputs, outputs);
  };
  const KernelPointer of_floats = impls::kernel_from({.name = "of floats", .compute = compute});
  EXPECT_THAT(of_floats, ComputesAttention(line));
  EXPECT_THAT(explanation(ComputesAttentionOn({line, "b=1 hq=1 tq=2 tk=2 dk=1 dtype=bf16"}), of_floats),
              HasSubstr("dtype bf16: without `supports` it is asked for fp32"));
  const KernelPointer nothing =
      impls::kernel_from({.name = "nothing", .compute = [](const Problem&, const Inputs&, Outputs& outputs) {
                            for_each_index(outputs.out.extents(), [&](const Index4& at) { outputs.out.set(at, 9); });
                            if (outputs.lse) *outputs.lse = Tensor(outputs.lse->type(), outputs.lse->extents());
                          }});
  EXPECT_THAT(explanation(ComputesAttention(line), nothing),
              AllOf(HasSubstr("(preset of its dtype, nothing declared)"), Not(HasSubstr("(declared)"))));
}

TEST(Matchers, AViewInAWrongTypeIsAFaultThatNamesBoth) {
  const KernelPointer wrong =
      impls::kernel_from({.name = "views floats",
                          .compute = [](const Problem&, const Inputs& inputs, Outputs&) { inputs.query.view<float>(); },
                          .supports = [](const Problem&) { return impls::Support::yes(); }});
  EXPECT_THAT(explanation(ComputesAttention("b=1 hq=1 tq=2 tk=2 dk=1 dtype=bf16"), wrong),
              HasSubstr("faulted: exception: a tensor of bf16, 2 bytes an element, was viewed in elements of 4 bytes"));
}

TEST(Matchers, RefusalAndLackOfEvidenceAreFailuresThatSaySo) {
  const std::string other = "b=1 hq=1 tq=2 tk=2 dk=1 dtype=bf16";
  EXPECT_THAT(honest(), Not(ComputesAttention(other)));
  EXPECT_THAT(explanation(ComputesAttention(other), honest()),
              AllOf(HasSubstr("nothing shows that explicit_fp32 does"), HasSubstr("storage is fp32, not bf16")));
  EXPECT_THAT(honest(), Not(ComputesAttentionOn({line, other})));
  EXPECT_THAT(explanation(ComputesAttention("b=1 hq=1 tq=0 tk=2 dk=1 dtype=fp32"), honest()), HasSubstr("no evidence"));
  EXPECT_THAT(explanation(ComputesAttentionOn({}), honest()), HasSubstr("no verdict holds"));
  EXPECT_THAT(explanation(ComputesAttention(line), nullptr), HasSubstr("there is none"));
}

TEST(Matchers, JudgeBySuiteAndByWhatIsRequired) {
  EXPECT_THAT(honest(), ComputesAttentionOnSuite("quick", {.checks = {"reference"}, .threads = 2}));
  EXPECT_THAT(impls::find_kernel("fault/missing_scale"),
              Not(ComputesAttentionOnSuite("quick", {.checks = {"reference"}, .shrink_evaluations_max = 0})));
  EXPECT_THAT(scaled(1.0001), Not(ComputesAttention(line)));
  EXPECT_THAT(scaled(1.0001),
              ComputesAttention(line, {.required = arithmetic_preset("bf16"), .checks = {"reference"}}));
}

TEST(Matchers, DescribeThemselvesBothWays) {
  const testing::Matcher<KernelPointer> matcher = ComputesAttention("b=1 hq=1 tq=2 tk=2 dk=1 dtype=fp32");
  std::ostringstream yes, no;
  matcher.DescribeTo(&yes);
  matcher.DescribeNegationTo(&no);
  EXPECT_THAT(yes.str(), testing::StartsWith("computes attention on b=1 hq=1 hkv=1"));
  EXPECT_THAT(no.str(), testing::StartsWith("does not compute attention on b=1 hq=1"));
  EXPECT_EQ(testing::PrintToString(honest()), "explicit_fp32 (loops, whole softmax, float32 throughout)");
}

TEST(Matchers, MistakesOfTheCallerAreUsageErrors) {
  EXPECT_THROW(ComputesAttention("nonsense"), UsageError);
  EXPECT_THROW(ComputesAttentionOnSuite("nonsense"), UsageError);
  EXPECT_THROW(impls::kernel_from({.name = "nothing", .compute = {}}), UsageError);
  EXPECT_THROW(impls::kernel_from({.name = "", .compute = [](const auto&, const auto&, auto&) {}}), UsageError);
}

}  // namespace
}  // namespace assay::reports
