// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/identify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "impls/registry.hpp"
#include "properties/diagnosis/naming.hpp"

namespace assay::properties {
namespace {

/// What the namer says of a kernel on a case that it gets wrong.
std::string named(const std::string& kernel_name, const std::string& fields) {
  const impls::KernelPointer kernel = impls::find_kernel(kernel_name);
  const std::string dtype = fields.find("dtype=") == fields.npos ? "dtype=fp32 " : "";
  const Case c = parse_case("b=1 recipe=r1 seed=5 " + dtype + fields);
  const Call call = make_call(c);
  const Ran ran = run(*kernel, call);
  const Identification found = identify(c, std::get<Outputs>(ran), *kernel, kernel->arithmetic(c.problem));
  return found.name() ? std::string(found.name()->name) : "no known suspect";
}

TEST(Identify, NamesWhatAFaultDoesFromItsOutputsAlone) {
  EXPECT_EQ(named("fault/missing_scale", "hq=2 hkv=2 tq=5 tk=9 dk=8 dv=8"), "scale_none");
  EXPECT_EQ(named("fault/causal_one_key_too_many", "hq=2 hkv=2 tq=7 tk=9 dk=8 dv=8 causal=top-left"),
            "causal_one_key_more");
  EXPECT_EQ(named("fault/grouped_head_map_wrong", "hq=4 hkv=2 tq=5 tk=9 dk=8 dv=8"), "head_map_interleaved");
  EXPECT_EQ(named("fault/softmax_over_queries", "hq=1 hkv=1 tq=5 tk=9 dk=8 dv=8"), "softmax_over_queries");
  EXPECT_EQ(named("fault/tail_tile_dropped", "hq=1 hkv=1 tq=5 tk=43 dk=8 dv=8"), "last_tile_dropped");
  EXPECT_EQ(named("fault/no_max_subtraction", "hq=1 hkv=1 tq=5 tk=9 dk=8 dv=8 scores=offset:200"), "no_maximum");
  EXPECT_EQ(named("fault/dropout_in_evaluation", "hq=2 hkv=2 tq=9 tk=40 dk=8 dv=8 dropout=0.5"), "dropout_on");
}

// On each of these cases another suspect gives the same numbers; a case with other options, or none, does not.
TEST(Identify, AsksOtherCasesWhichOfTwoExplanationsItIs) {
  EXPECT_EQ(named("fault/given_offset_forgotten", "hq=4 hkv=1 tq=11 tk=31 dk=13 dv=1 causal=offset:1"),
            "causal_top_left");
  EXPECT_EQ(named("fault/given_offset_forgotten", "hq=9 hkv=3 tq=17 tk=17 dk=20 dv=65 causal=offset:-1"),
            "causal_top_left");
  EXPECT_EQ(named("fault/window_right_one_key_fewer", "hq=4 hkv=2 tq=7 tk=41 dk=13 dv=3 window=30,0"),
            "window_right_one_less");
  EXPECT_EQ(named("fault/scores_in_half", "hq=1 hkv=1 tq=7 tk=9 dk=64 dv=17"), "scores_sixteen_bit");
}

TEST(Identify, NamesKeysThatAreNotReadWhereThereAreNoOthers) {
  EXPECT_EQ(named("fault/tail_tile_dropped", "hq=1 hkv=1 tq=29 tk=3 dk=8 dv=11"), "last_tile_dropped");
  EXPECT_EQ(named("fault/first_key_unread", "hq=1 hkv=1 tq=7 tk=1 dk=16 dv=17"), "first_key_dropped");
  // NaN alone is no evidence of it.
  EXPECT_EQ(named("fault/empty_split_nan", "hq=1 hkv=1 tq=5 tk=3 dk=8 dv=8"), "no known suspect");
}

TEST(Identify, NamesWhatIsWrongInFewElements) {
  EXPECT_EQ(named("fault/mask_adds_ten_thousand", "hq=2 hkv=1 tq=9 tk=12 dk=8 dv=8 mask=11qk masks=empty-row"),
            "mask_adds_finite");
  EXPECT_EQ(named("fault/subnormals_flushed", "hq=4 hkv=2 tq=37 tk=19 dk=13 dv=15 dtype=fp16 scores=normal:0.125"),
            "flush_to_zero");
  EXPECT_EQ(named("fault/survivors_unscaled", "hq=5 hkv=1 tq=31 tk=47 dk=16 dv=33 dtype=bf16 dropout=0.1 mode=train"),
            "dropout_unscaled");
  EXPECT_EQ(named("fault/no_max_subtraction", "hq=1 hkv=1 tq=31 tk=127 dk=8 dv=29 dtype=bf16 scores=peaked:4"),
            "no_maximum");
  EXPECT_EQ(named("fault/causal_to_last_key", "hq=4 hkv=2 tq=7 tk=41 dk=13 dv=3 window=13,0"), "causal_bottom_right");
}

TEST(Identify, SaysThatNothingKnownExplainsWhatNothingKnownDoes) {
  EXPECT_EQ(named("fault/canary", "hq=2 hkv=2 tq=5 tk=9 dk=8 dv=8"), "no known suspect");
  EXPECT_EQ(named("fault/no_rescale", "hq=1 hkv=1 tq=5 tk=43 dk=8 dv=8 scores=rising"), "no known suspect");
}

/// A kernel under another name.
class Renamed : public impls::Kernel {
 public:
  explicit Renamed(impls::KernelPointer kernel) : kernel_(std::move(kernel)) {}
  std::string name() const override { return "fault/mask_on_query_axis"; }
  std::string description() const override { return "the mask's axes are exchanged"; }
  Arithmetic arithmetic(const Problem& problem) const override { return kernel_->arithmetic(problem); }
  impls::Support supports(const Problem& problem) const override { return kernel_->supports(problem); }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    kernel_->run(problem, inputs, outputs);
  }

 private:
  impls::KernelPointer kernel_;
};

TEST(Identify, DoesNotReadTheKernelsName) {
  const impls::KernelPointer kernel = impls::find_kernel("fault/missing_scale");
  const Case c = parse_case("b=1 hq=2 hkv=2 tq=5 tk=9 dk=8 dv=8 dtype=fp32 recipe=r1 seed=5");
  const Outputs outputs = std::get<Outputs>(run(*kernel, make_call(c)));
  const Arithmetic arithmetic = kernel->arithmetic(c.problem);
  EXPECT_EQ(to_text(identify(c, outputs, *kernel, arithmetic)),
            to_text(identify(c, outputs, Renamed(kernel), arithmetic)));
}

TEST(Identify, HasNothingToNameInAnHonestKernel) {
  const impls::KernelPointer kernel = impls::find_kernel("tiled");
  const Case c = parse_case("b=1 hq=2 hkv=2 tq=5 tk=9 dk=8 dv=8 dtype=fp32 causal=top-left recipe=r1 seed=5");
  const Identification found =
      identify(c, std::get<Outputs>(run(*kernel, make_call(c))), *kernel, kernel->arithmetic(c.problem));
  EXPECT_FALSE(found.violated);
  EXPECT_EQ(found.name(), nullptr) << to_text(found);
}

// With one query at the last key, causality hides nothing: ignoring it is no explanation of a missing scale.
TEST(Identify, DoesNotCountASuspectThatGivesTheSameNumbers) {
  const impls::KernelPointer kernel = impls::find_kernel("fault/missing_scale");
  const Case c = parse_case("b=1 hq=2 hkv=2 tq=1 tk=9 dk=8 dv=8 causal=bottom-right dtype=fp32 recipe=r1 seed=5");
  const Outputs outputs = std::get<Outputs>(run(*kernel, make_call(c)));
  const Identification found = identify(make_call(c), outputs, kernel->arithmetic(c.problem));
  ASSERT_TRUE(found.name());
  EXPECT_EQ(found.name()->name, "scale_none");
  EXPECT_TRUE(!found.next_best || found.next_best->suspect->name != "causal_ignored");
}

// Both leave NaN behind where scores are large; only one does where they are not.
TEST(Identify, TriesSmallerNumbersBeforeItBlamesLargeOnes) {
  EXPECT_EQ(named("fault/dot_in_half", "hq=1 hkv=1 tq=5 tk=9 dk=64 dv=8 scores=common-mean:60"), "dot_sixteen_bit");
}

TEST(Identify, SaysInWhichRowsTheErrorSits) {
  const impls::KernelPointer kernel = impls::find_kernel("fault/causal_one_key_too_many");
  const Case c = parse_case("b=1 hq=2 hkv=2 tq=7 tk=9 dk=8 dv=8 causal=top-left dtype=fp32 recipe=r1 seed=5");
  Outputs outputs = blank_outputs(c.problem);
  impls::find_kernel("tiled")->run(c.problem, make_inputs(c), outputs);
  const auto text = [&] { return to_text(identify(make_call(c), outputs, kernel->arithmetic(c.problem))); };
  for (std::int64_t column = 0; column < 8; ++column) outputs.out.set({0, 1, 3, column}, 100);
  EXPECT_NE(text().find("no known suspect"), std::string::npos) << text();
  EXPECT_NE(text().find("; wrong: row 3 of head 1"), std::string::npos) << text();
  for (std::int64_t query = 0; query < 7; ++query) outputs.out.set({0, 1, query, 2}, 100);
  EXPECT_NE(text().find("; wrong: every row of head 1"), std::string::npos) << text();
}

TEST(Identify, SaysInWhichColumnsTheErrorSits) {
  const impls::KernelPointer kernel = impls::find_kernel("tiled");
  const Case c = parse_case("b=1 hq=2 hkv=2 tq=7 tk=9 dk=8 dv=24 dtype=fp32 recipe=r1 seed=5");
  Outputs outputs = std::get<Outputs>(run(*kernel, make_call(c)));
  for_each_index(outputs.out.extents(), [&](const Index4& at) {
    if (at[3] >= 16) outputs.out.set(at, 0);
  });
  const Identification found = identify(make_call(c), outputs, kernel->arithmetic(c.problem));
  EXPECT_EQ(found.where, "columns 16 to 23 of every row, every head alike");
}

// Inside the bound, but not what the declared rounding of probabilities gives: nothing cuts outputs here.
TEST(Identify, HoldsEverySuspectToTheReplayOfTheDeclaration) {
  const impls::KernelPointer kernel = impls::find_kernel("tiled");
  for (const char* fields : {"dtype=bf16 out=fp32", "dtype=bf16"}) {
    const Case c = parse_case(std::string("b=1 hq=1 hkv=1 tq=8 tk=40 dk=8 dv=8 recipe=r1 seed=3 ") + fields);
    const Arithmetic declared = impls::find_kernel("explicit_bf16")->arithmetic(c.problem);
    const Identification found = identify(c, std::get<Outputs>(run(*kernel, make_call(c))), *kernel, declared);
    EXPECT_EQ(found.name(), nullptr) << fields << ": " << to_text(found);
  }
}

TEST(Identify, CallsNothingTheNextBestOfNaN) {
  const impls::KernelPointer kernel = impls::find_kernel("tiled");
  const Case c = parse_case("b=1 hq=2 hkv=2 tq=5 tk=40 dk=8 dv=8 dtype=fp32 recipe=r1 seed=5");
  Outputs outputs = std::get<Outputs>(run(*kernel, make_call(c)));
  outputs.out.set({0, 1, 3, 2}, std::nan(""));
  const std::string text = to_text(identify(make_call(c), outputs, kernel->arithmetic(c.problem)));
  EXPECT_TRUE(text.starts_with("no known suspect")) << text;
  EXPECT_EQ(text.find("next best"), std::string::npos) << text;
}

TEST(Identify, TellsTheNextBestWithItsResidual) {
  const impls::KernelPointer kernel = impls::find_kernel("fault/missing_scale");
  const Case c = parse_case("b=1 hq=2 hkv=2 tq=5 tk=9 dk=8 dv=8 dtype=fp32 recipe=r1 seed=5");
  const Ran ran = run(*kernel, make_call(c));
  const Identification found = identify(c, std::get<Outputs>(ran), *kernel, kernel->arithmetic(c.problem));
  ASSERT_TRUE(found.next_best);
  EXPECT_GT(found.next_best->residual, 1);
  EXPECT_NE(to_text(found).find("explained by: scores are not scaled (scale_none), residual 0."), std::string::npos)
      << to_text(found);
  EXPECT_NE(to_text(found).find("; next best: "), std::string::npos);
}

TEST(Naming, RunsTheKernelAndSaysWhatWasNotEvaluated) {
  const auto of = [](const char* kernel_name, const std::string& fields) {
    const impls::KernelPointer kernel = impls::find_kernel(kernel_name);
    const Case c = parse_case("b=1 dk=8 dv=8 dtype=fp32 recipe=r1 seed=5 " + fields);
    return name_failure(*kernel, c, kernel->arithmetic(c.problem));
  };
  EXPECT_EQ(of("fault/missing_scale", "hq=2 hkv=2 tq=5 tk=9").suspect, "scale_none");
  EXPECT_EQ(of("tiled", "hq=2 hkv=2 tq=5 tk=9").text, "not evaluated: called again, the kernel is within its bound");
  EXPECT_EQ(of("fault/missing_scale", "hq=64 hkv=2 tq=1024 tk=1024").text,
            "not evaluated: 67108864 weights, more than 2097152");
}

TEST(Suspects, AreNamedByTheirFilesAndSayOneThing) {
  for (const Suspect& suspect : all_suspects()) {
    EXPECT_FALSE(suspect.claim.empty()) << suspect.name;
    EXPECT_FALSE(suspect.source.empty()) << suspect.name;
    const bool reads = suspect.rewrite || suspect.taken_from || suspect.result || suspect.truncates;
    EXPECT_EQ(int(reads) + int(suspect.replay != nullptr) + int(suspect.fit != nullptr), 1) << suspect.name;
  }
  EXPECT_TRUE(std::ranges::is_sorted(all_suspects(), {}, &Suspect::name));
  EXPECT_GE(all_suspects().size(), 60u);
}

}  // namespace
}  // namespace assay::properties
