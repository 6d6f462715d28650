// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/judge_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "impls/registry.hpp"
#include "reports/judging/known_faults.hpp"
#include "reports/record/record.hpp"
#include "reference/model/arithmetic_fields.hpp"

namespace assay::reports {
namespace {

/// Wraps an honest kernel and changes one habit of it.
class Odd : public impls::Kernel {
 public:
  enum class Habit { Throws, Refuses, DeclaresNothing };
  explicit Odd(Habit habit) : habit_(habit) {}
  std::string name() const override { return "odd"; }
  std::string description() const override { return "for tests"; }
  Arithmetic arithmetic(const Problem& problem) const override {
    return habit_ == Habit::DeclaresNothing ? Arithmetic{} : honest()->arithmetic(problem);
  }
  impls::Support supports(const Problem& problem) const override {
    return habit_ == Habit::Refuses ? impls::Support::no("not today") : honest()->supports(problem);
  }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    if (habit_ == Habit::Throws) throw std::runtime_error("no");
    honest()->run(problem, inputs, outputs);
  }
  static impls::KernelPointer honest() { return impls::find_kernel("explicit_fp32"); }

 private:
  Habit habit_;
};

std::vector<Exhibit> exhibits(int count) {
  std::vector<Exhibit> list;
  for (int n = 0; n < count; ++n) {
    const Extents extents{.query_length = 2 + n, .key_length = 3 + n, .head_dim = 4, .value_dim = 5};
    Case the_case{plain_problem(extents, "fp32"), {}};
    the_case.recipe.seed = static_cast<std::uint64_t>(n);
    list.push_back({.source = the_case});
  }
  return list;
}

reports::Run judged(const CampaignOptions& options) {
  reports::Run run;
  judge_all(options, run);
  return run;
}

std::string verdict_on(const impls::KernelPointer& kernel) {
  const auto run = judged({.kernels = {kernel}, .exhibits = exhibits(1)});
  return properties::name_of(run.outcomes.at(0).verdict);
}

TEST(Campaign, HoldsForAnHonestKernelAndCatchesTheCanary) {
  EXPECT_EQ(verdict_on(Odd::honest()), "holds");
  EXPECT_EQ(verdict_on(impls::find_kernel("fault/canary")), "violated");
}

TEST(Campaign, SaysWhatExplainsTheFirstFailuresOfAKernel) {
  const auto run = judged(
      {.kernels = {impls::find_kernel("fault/missing_scale"), Odd::honest()}, .exhibits = exhibits(5), .threads = 2});
  std::vector<std::string> named;
  for (const Outcome& outcome : run.outcomes) {
    if (outcome.kernel == "fault/missing_scale") named.push_back(outcome.named.suspect);
    if (outcome.kernel == "explicit_fp32") {
      EXPECT_EQ(outcome.named.text, "");
    }
    if (outcome.named.suspect.empty()) continue;
    EXPECT_TRUE(outcome.named.text.starts_with("explained by: ")) << outcome.named.text;
  }
  EXPECT_EQ(named, (std::vector<std::string>{"scale_none", "scale_none", "scale_none", "", ""}));
}

TEST(Campaign, TurnsExceptionsAndRefusalsIntoVerdicts) {
  EXPECT_EQ(verdict_on(std::make_shared<Odd>(Odd::Habit::Throws)), "faulted");
  EXPECT_EQ(verdict_on(std::make_shared<Odd>(Odd::Habit::Refuses)), "not applicable");
}

TEST(Campaign, RecordsWhichArithmeticAppliedAndWhy) {
  const auto source = [](const CampaignOptions& options) {
    return judged(options).kernels.at(0).arithmetics.at(0).source;
  };
  EXPECT_EQ(source({.kernels = {Odd::honest()}, .exhibits = exhibits(1)}), ArithmeticSource::Declared);
  EXPECT_EQ(source({.kernels = {std::make_shared<Odd>(Odd::Habit::DeclaresNothing)}, .exhibits = exhibits(1)}),
            ArithmeticSource::Preset);
  EXPECT_EQ(source({.kernels = {Odd::honest()}, .exhibits = exhibits(1), .required = arithmetic_preset("fp32")}),
            ArithmeticSource::Required);
}

TEST(Campaign, GivesTheSameRecordWhateverTheThreads) {
  const auto record = [](int threads) {
    auto run = judged({.kernels = {Odd::honest(), impls::find_kernel("fault/canary")},
                       .exhibits = exhibits(9),
                       .properties = {&properties::all_properties().front()},
                       .threads = threads});
    run.milliseconds = 0;
    for (Outcome& outcome : run.outcomes) outcome.milliseconds = 0;
    std::ostringstream out;
    write_record(run, out);
    return out.str();
  };
  EXPECT_EQ(record(1), record(4));
}

TEST(Campaign, CountsWhatABudgetOrAnInterruptLeftOut) {
  const auto left_out = [](const reports::Run& run) {
    const auto found = std::ranges::find(run.uncovered, Uncovered::Kind::Cases, &Uncovered::what);
    return found == run.uncovered.end() ? 0 : found->count;
  };
  const auto late = judged({.kernels = {Odd::honest()}, .exhibits = exhibits(3), .budget_seconds = -1});
  EXPECT_EQ(left_out(late), 3);
  EXPECT_FALSE(late.interrupted);
  const std::atomic<bool> stop{true};
  const auto stopped = judged({.kernels = {Odd::honest()}, .exhibits = exhibits(3), .stop = &stop});
  EXPECT_EQ(left_out(stopped), 3);
  EXPECT_EQ(exit_code(stopped), 130);
}

TEST(Campaign, NamesTheDtypesThatNoCaseUsed) {
  const auto run = judged({.kernels = {Odd::honest()}, .exhibits = exhibits(1)});
  const auto named = [&](const char* dtype) {
    return std::ranges::any_of(run.uncovered, [&](const Uncovered& u) {
      return u.what == Uncovered::Kind::Dtype && u.name.find(dtype) != std::string::npos;
    });
  };
  EXPECT_TRUE(named("bf16"));
  EXPECT_FALSE(named("fp32"));
}

TEST(Campaign, NamesTheFaultsThatNoCaseCouldHaveShownAndNoOthers) {
  const auto run = judged({.kernels = {Odd::honest()}, .exhibits = exhibits(1), .power = true});
  EXPECT_EQ(run.catalogue.size(), impls::all_faults().size());
  EXPECT_EQ(killed_in("standard", run), static_cast<std::int64_t>(run.catalogue.size()));
  EXPECT_TRUE(judged({.kernels = {Odd::honest()}, .exhibits = exhibits(1)}).catalogue.empty());
  const auto entry = std::ranges::find(run.uncovered, Uncovered::Kind::Fault, &Uncovered::what);
  ASSERT_NE(entry, run.uncovered.end());
  const std::string names = " " + entry->name + " ";
  EXPECT_NE(names.find(" window_ignored "), std::string::npos) << "no case has a window";
  EXPECT_EQ(names.find(" canary "), std::string::npos) << "every case shows it";
  EXPECT_EQ(entry->count, std::ranges::count(entry->name, ' ') + 1);
}

TEST(WeakerFields, NamesWhatADeclarationAllowsBeyondThePreset) {
  const Arithmetic preset = arithmetic_preset("fp32");
  EXPECT_TRUE(looser_fields(preset, preset).empty());
  const auto weaker = [&](const char* line) { return looser_fields(parse_arithmetic(line), preset); };
  EXPECT_EQ(weaker("fp32 exp_ulp=64 pv=fp16:any"), (std::vector<std::string>{"pv", "exp_ulp"}));
  EXPECT_TRUE(weaker("fp32 exp_ulp=1 qk=fp32:chain:fused division=ieee").empty());
}

}  // namespace
}  // namespace assay::reports
