// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/plugin.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>

#include "reference/model/case/case.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/features.hpp"

namespace assay::impls {
namespace {

using testing::HasSubstr;

/// Writes the first visible thing it is given: value row 0, or what the mask says.
assay_status first_value(const assay_call* call) {
  const auto* value = static_cast<const float*>(call->value->data);
  auto* out = static_cast<float*>(call->out->data);
  for (std::int64_t n = 0; n < call->out->shape[3]; ++n) out[n] = value[n];
  return ASSAY_OK;
}

assay_plugin description() {
  assay_plugin plugin{};
  plugin.size = sizeof plugin;
  plugin.abi_major = ASSAY_ABI_MAJOR;
  plugin.name = "first_value";
  plugin.dtypes = ASSAY_FP32;
  plugin.forward = first_value;
  return plugin;
}

std::string complaint(const assay_plugin* plugin) {
  try {
    in_process_kernel(plugin);
  } catch (const EnvironmentError& error) {
    return error.what();
  }
  return "";
}

TEST(Plugin, LinkedIntoTheProgramIsAKernel) {
  const assay_plugin plugin = description();
  const KernelPointer kernel = in_process_kernel(&plugin);
  const Case one = parse_case("b=1 hq=1 hkv=1 tq=1 tk=1 dk=2 dv=2 dtype=fp32 recipe=r1 seed=3");
  ASSERT_TRUE(kernel->supports(one.problem));
  Outputs outputs = blank_outputs(one.problem);
  const Inputs inputs = make_inputs(one);
  kernel->run(one.problem, inputs, outputs);
  EXPECT_EQ(outputs.out, inputs.value);
  EXPECT_TRUE(kernel->arithmetic(one.problem).preset.empty());
}

TEST(Plugin, IsRefusedWithTheReason) {
  EXPECT_THAT(complaint(nullptr), HasSubstr("NULL"));
  assay_plugin plugin = description();
  plugin.abi_major = 2;
  EXPECT_THAT(complaint(&plugin), HasSubstr("2.0"));
  plugin = description();
  plugin.name = nullptr;
  EXPECT_THAT(complaint(&plugin), HasSubstr("no name"));
  plugin = description();
  plugin.dtypes = 0;
  EXPECT_THAT(complaint(&plugin), HasSubstr("no dtypes"));
  plugin = description();
  plugin.convention = "pytorch";
  EXPECT_THAT(complaint(&plugin), HasSubstr("pytorch"));
  plugin = description();
  plugin.arithmetic = "fp32 speed=1";
  EXPECT_THAT(complaint(&plugin), HasSubstr("speed"));
}

TEST(Plugin, AHeadThatItsVersionDoesNotKnowIsRefusedAndANewerOneTaken) {
  const auto complaint_of = [](auto change) {
    assay_plugin plugin = description();
    change(plugin);
    return complaint(&plugin);
  };
  EXPECT_THAT(complaint_of([](auto& p) { p.device_type = 99; }), HasSubstr("device_type 99"));
  EXPECT_THAT(complaint_of([](auto& p) { p.device_type = kDLCUDA; }), HasSubstr("no memory callbacks"));
  EXPECT_THAT(complaint_of([](auto& p) { p.size = 4'000'000'000; }), HasSubstr("size is 4000000000 bytes"));
  EXPECT_THAT(complaint_of([](auto& p) { p.size = 8; }), HasSubstr("its size, 8 bytes"));
  EXPECT_THAT(complaint_of([](auto& p) { p.dtypes |= 1 << 6; }), HasSubstr("dtypes have the unknown bits 0x40"));
  EXPECT_THAT(complaint_of([](auto& p) { p.features = 1 << 23; }), HasSubstr("features have the unknown bits 0x80"));
  EXPECT_THAT(complaint_of([](auto& p) { p.promises = 1 << 4; }), HasSubstr("promises have the unknown bits 0x10"));
  static const assay_memory nothing{};
  EXPECT_THAT(complaint_of([](auto& p) { p.memory = &nothing; }), HasSubstr("memory callbacks are not complete"));
  EXPECT_EQ(complaint_of([](auto& p) {
              p.abi_minor = ASSAY_ABI_MINOR + 1;
              p.size += 8;
              p.features = 1 << 22;
            }),
            "");
}

std::string fault_of(const assay_plugin& plugin) {
  const Case one = parse_case("b=1 hq=1 hkv=1 tq=1 tk=1 dk=2 dv=2 dtype=fp32 recipe=r1 seed=3");
  const KernelPointer kernel = in_process_kernel(&plugin);
  EXPECT_TRUE(kernel->supports(one.problem));
  Outputs outputs = blank_outputs(one.problem);
  try {
    kernel->run(one.problem, make_inputs(one), outputs);
  } catch (const KernelFault& fault) {
    return fault.what();
  }
  return "";
}

TEST(Plugin, AnAnswerThatIsNoneIsAFaultOfTheCall) {
  assay_plugin plugin = description();
  plugin.supports = [](const assay_call*, std::int32_t, std::size_t*, const char**) -> assay_status { return 777; };
  EXPECT_THAT(fault_of(plugin), HasSubstr("bad answer: supports() returned 777 (unknown status 777)"));
  plugin.supports = [](const assay_call*, std::int32_t, std::size_t* bytes, const char**) -> assay_status {
    *bytes = std::size_t{1} << 60;
    return ASSAY_OK;
  };
  EXPECT_THAT(fault_of(plugin), HasSubstr("memory: workspace of 1152921504606846976 bytes"));
  plugin.supports = nullptr;
  plugin.arithmetic_for = [](const assay_call*) { return "fast"; };
  EXPECT_THAT(fault_of(plugin), HasSubstr("bad answer: arithmetic_for() returned 'fast'"));
}

TEST(Plugin, FieldsBeyondItsSizeReadAsZero) {
  assay_plugin plugin = description();
  plugin.size = offsetof(assay_plugin, forward);
  EXPECT_THAT(complaint(&plugin), HasSubstr("no forward"));
  plugin.size = offsetof(assay_plugin, backward);
  plugin.last_error = [] { return "never asked"; };
  EXPECT_EQ(Plugin(&plugin).describe(ASSAY_INTERNAL), "internal error");
}

std::string features(const std::string& line) {
  return feature_phrases(features_of(parse_problem("b=2 hq=4 hkv=4 tq=3 tk=5 dk=8 dv=8 dtype=fp16 " + line)));
}

TEST(Features, FollowFromTheProblem) {
  EXPECT_EQ(features(""), "");
  EXPECT_EQ(features("causal=top-left window=2,inf"), "causal, window");
  EXPECT_EQ(features("mask=b11k bias=1hqk softcap=30"), "soft cap, boolean mask, additive bias");
  EXPECT_EQ(features("lengths=1 segments=1 alibi=1 sinks=1 lse=1 past=1 scale=0.5"),
            "a scale of one's own, past keys, key lengths, segments, ALiBi, sinks, log-sum-exp");
  EXPECT_EQ(features("dropout=0.5 mode=train"), "dropout with given weights");
  EXPECT_EQ(features("dropout=0.5"), "");
  EXPECT_EQ(features("out=fp32"), "an output format of its own");
  EXPECT_THAT(features("causal=top-left empty=nan"), HasSubstr("other than zero"));
  EXPECT_EQ(features("empty=nan"), "") << "no query of it can see no key";
}

/// What the header defines as features: name in small letters, and bit.
std::map<std::string, int> header_features() {
  std::ifstream header(ASSAY_PLUGIN_ABI_PATH);
  const std::string text{std::istreambuf_iterator<char>(header), {}};
  const std::size_t begin = text.find("#define ASSAY_GROUPED_HEADS");
  const std::size_t end = text.find("/* What a kernel promises", begin);
  const std::regex define("#define ASSAY_(\\w+) \\(\\(uint64_t\\)1 << (\\d+)\\)");
  const std::string part = text.substr(begin, end - begin);
  std::map<std::string, int> features;
  for (auto found = std::sregex_iterator(part.begin(), part.end(), define); found != std::sregex_iterator(); ++found) {
    std::string name = (*found)[1];
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    features[name] = std::stoi((*found)[2]);
  }
  return features;
}

TEST(Features, AreThoseOfTheHeaderByNameAndBit) {
  std::map<std::string, int> mine;
  for (const Feature& feature : all_features()) EXPECT_TRUE(mine.insert({feature.name, feature.bit}).second);
  EXPECT_GT(mine.size(), 20u);
  EXPECT_EQ(mine, header_features());
}

// The header says: "grouped heads with heads_interleaved set", whatever their number, and "empty_row is not
// ASSAY_EMPTY_ZERO, and a query may see no key", which it may where there is none.
TEST(Features, AreWhatTheHeaderSaysOfMultiQueryHeadsAndOfNoKeys) {
  const auto names = [](const char* line) { return names_of_features(parse_problem(line)); };
  EXPECT_THAT(names("b=1 hq=4 hkv=1 tq=2 tk=3 dk=4 dtype=fp32 head_map=interleaved"),
              testing::ElementsAre("grouped_heads", "interleaved"));
  EXPECT_THAT(names("b=1 hq=1 tq=2 tk=0 dk=4 dtype=fp32 empty=nan"), testing::ElementsAre("empty", "empty_row"));
  const PluginCall call(parse_problem("b=1 hq=4 hkv=1 tq=2 tk=3 dk=4 dtype=fp32 head_map=interleaved"));
  EXPECT_EQ(call.call().options->features, ASSAY_GROUPED_HEADS | ASSAY_INTERLEAVED);
}

TEST(PluginSupport, NamesWhatIsNotCovered) {
  const assay_plugin plain = description();
  PluginInfo info = Plugin(&plain).info();
  const auto refusal = [&](const std::string& line) {
    return plugin_support(info, parse_problem("b=1 hq=2 hkv=2 tq=3 tk=5 dk=8 dv=8 " + line)).refusal;
  };
  EXPECT_EQ(refusal("dtype=fp32"), "");
  EXPECT_EQ(refusal("dtype=bf16"), "dtype bf16");
  EXPECT_EQ(refusal("dtype=fp32 causal=top-left"), "causal");
  info.features = ASSAY_CAUSAL;
  info.convention = convention_preset("flash-attention");
  EXPECT_THAT(refusal("dtype=fp32 causal=top-left"), HasSubstr("another anchor"));
  EXPECT_EQ(refusal("dtype=fp32 causal=bottom-right convention=flash-attention"), "");
  EXPECT_EQ(refusal("dtype=fp32"), "") << "without a diagonal the anchor does not matter";
}

TEST(PluginCall, BroadcastTensorsHaveZeroStrides) {
  const Problem problem = parse_problem("b=2 hq=3 hkv=3 tq=4 tk=5 dk=8 dv=8 dtype=fp32 mask=b11k window=2,0");
  PluginCall call(problem);
  call.place_without_data();
  const DLTensor& mask = *call.call().mask;
  EXPECT_THAT(std::vector<std::int64_t>(mask.shape, mask.shape + 4), testing::ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(std::vector<std::int64_t>(mask.strides, mask.strides + 4), testing::ElementsAre(5, 0, 0, 1));
  EXPECT_EQ(call.call().options->window_left, 2);
  EXPECT_EQ(call.call().options->window_right, 0);
  EXPECT_EQ(call.call().lse, nullptr);
  EXPECT_THROW(call.place({"colour", nullptr, ElementType::boolean(), {}, {}}), UsageError);
}

}  // namespace
}  // namespace assay::impls
