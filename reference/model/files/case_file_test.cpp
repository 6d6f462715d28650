// SPDX-License-Identifier: Apache-2.0
#include "reference/model/files/case_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "reference/model/case/case.hpp"
#include "reference/model/files/safetensors.hpp"

namespace assay {
namespace {

using testing::HasSubstr;

constexpr const char* everything =
    "b=2 hq=4 hkv=2 tq=3 tk=5 dk=7 dv=6 dtype=fp16 out=fp32 lse=1 past=2 causal=top-left lengths=1 segments=1 "
    "mask=b11k bias=1hqk alibi=1 sinks=1 dropout=0.25 mode=train convention=onnx recipe=r1 seed=11";

CaseFile sample(FileLayout layout) {
  const Case the_case = parse_case(everything);
  CaseFile file;
  file.problem = the_case.problem;
  file.inputs = make_inputs(the_case);
  file.layout = layout;
  file.out = Tensor(ElementType::of(file.problem.out), output_extents(file.problem));
  for_each_index(file.out->extents(), [&](const Index4& at) {
    file.out->set(at, static_cast<double>(((at[0] * 10 + at[1]) * 10 + at[2]) * 10 + at[3]));
  });
  file.lse = Tensor(ElementType::of(lse_format(file.problem)), lse_extents(file.problem));
  file.lse->set({1, 3, 2, 0}, 0.5);
  file.metadata = {{"arithmetic", "fp16"}, {"source", "a test"}};
  return file;
}

class CaseFileTest : public testing::Test {
 protected:
  CaseFileTest() { std::filesystem::create_directories(folder_); }
  ~CaseFileTest() override { std::filesystem::remove_all(folder_); }

  /// The message with which load_case_file refuses the sample after `edit`; empty when it loads.
  std::string refusal(const std::function<void(Safetensors&)>& edit, FileLayout layout = FileLayout::Bhtd) {
    save_case_file(path_, sample(layout));
    Safetensors content = read_safetensors(path_);
    edit(content);
    write_safetensors(path_, content);
    try {
      load_case_file(path_);
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr("case.safetensors: "));
      return error.what();
    }
    return "";
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      ("assay_case_file_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  const std::filesystem::path path_ = folder_ / "case.safetensors";
};

TEST_F(CaseFileTest, EverythingSurvivesInBothLayouts) {
  for (const FileLayout layout : {FileLayout::Bhtd, FileLayout::Bthd}) {
    save_case_file(path_, sample(layout));
    EXPECT_EQ(load_case_file(path_), sample(layout)) << to_text(layout);
  }
}

TEST_F(CaseFileTest, LengthFirstTensorsAreTheSameBytesUnderOtherStrides) {
  save_case_file(path_, sample(FileLayout::Bthd));
  const Tensor stored = read_safetensors(path_).tensors.at("query").tensor;
  const Tensor loaded = load_case_file(path_).inputs.query;
  EXPECT_EQ(stored.extents(), (Index4{2, 3, 4, 7}));
  EXPECT_EQ(loaded.extents(), (Index4{2, 4, 3, 7}));
  EXPECT_EQ(loaded.strides(), (Index4{84, 7, 28, 1}));
  for_each_index(loaded.extents(), [&](const Index4& at) {
    ASSERT_EQ(loaded.bits(at), stored.bits({at[0], at[2], at[1], at[3]})) << to_text(at);
  });
  EXPECT_FALSE(loaded == stored.with_strides(stored.strides()));
}

TEST_F(CaseFileTest, AxesOfExtentOneMayBeLeftOutOutsideTheFeatureTensors) {
  EXPECT_EQ(refusal([](Safetensors& content) {
              const Tensor lengths = content.tensors.at("key_lengths").tensor;
              Tensor flat(lengths.type(), {1, 1, 1, 2});
              for (std::int64_t b = 0; b < 2; ++b) flat.set({0, 0, 0, b}, lengths.get({b, 0, 0, 0}));
              content.tensors["key_lengths"] = {flat, 1};
            }),
            "");
  EXPECT_EQ(load_case_file(path_), sample(FileLayout::Bhtd));
}

TEST_F(CaseFileTest, WhateverIsMissingIsNamed) {
  for (const std::string& name : tensor_names()) {
    const std::string message = refusal([&](Safetensors& content) { content.tensors.erase(name); });
    EXPECT_THAT(message, HasSubstr("tensor '" + name + "' is missing; the problem needs")) << name;
  }
  EXPECT_THAT(refusal([](Safetensors& c) { c.metadata.erase("problem"); }), HasSubstr("__metadata__ has no 'problem'"));
}

TEST_F(CaseFileTest, WhateverDoesNotFitIsNamed) {
  EXPECT_THAT(refusal([](Safetensors& c) { c.metadata["problem"] += " colour=red"; }),
              HasSubstr("unknown field 'colour'"));
  EXPECT_THAT(refusal([](Safetensors& c) { c.metadata["layout"] = "thbd"; }), HasSubstr("must be bhtd or bthd"));
  EXPECT_THAT(refusal([](Safetensors& c) { c.metadata["dropout_seed"] = "-1"; }), HasSubstr("non-negative integer"));
  EXPECT_THAT(
      refusal([](Safetensors& c) { c.metadata["layout"] = "bthd"; }),
      HasSubstr("tensor 'query' is fp16 (2, 4, 3, 7) of rank 4; the problem needs fp16 (2, 3, 4, 7) of rank 4"));
  EXPECT_THAT(refusal([](Safetensors& c) { c.tensors["attn_mask"] = c.tensors["mask"]; }),
              HasSubstr("tensor 'attn_mask' is unknown; known: query key value mask"));
  EXPECT_THAT(refusal([](Safetensors& c) {
                c.metadata["problem"] = to_text(plain_problem({2, 4, 2, 3, 5, 7, 6}, "fp16"));
                c.tensors.erase("out");
              }),
              HasSubstr("tensor 'alibi_slopes' is there, but the problem line does not ask for it"));
  EXPECT_THAT(refusal([](Safetensors& c) {
                c.tensors["key"].tensor = Tensor(ElementType::of(dtype("bf16")), {2, 2, 5, 7});
              }),
              HasSubstr("tensor 'key' is bf16 (2, 2, 5, 7) of rank 4; the problem needs fp16 (2, 2, 5, 7)"));
  EXPECT_THAT(refusal([](Safetensors& c) {
                c.tensors["key_lengths"].tensor.set({0, 0, 0, 0}, 6);
              }),
              HasSubstr("key_lengths[0] = 6"));
  EXPECT_THAT(refusal([](Safetensors& c) {
                c.tensors["query"] = {Tensor(ElementType::of(dtype("fp16")), {1, 2, 12, 7}), 3};
              }),
              HasSubstr("of rank 3; the problem needs"));
}

TEST_F(CaseFileTest, OutputsSurviveAndAnswerOneProblemOnly) {
  const CaseFile file = sample(FileLayout::Bhtd);
  const OutputsFile outputs{{*file.out, file.lse, {}}, {{"arithmetic", "fp16"}}};
  save_outputs(path_, file.problem, outputs);
  EXPECT_EQ(load_outputs(path_, file.problem), outputs);
  Problem other = file.problem;
  other.causal = false;
  EXPECT_THROW(load_outputs(path_, other), UsageError);
  save_outputs(path_, file.problem, {{*file.out, {}, {}}, {}});
  EXPECT_THROW(load_outputs(path_, file.problem), UsageError);
}

TEST_F(CaseFileTest, MissingFilesAreTheWorldsFault) {
  EXPECT_THROW(load_case_file(folder_ / "none.safetensors"), EnvironmentError);
  EXPECT_THROW(load_outputs(folder_ / "none.safetensors", sample(FileLayout::Bhtd).problem), EnvironmentError);
}

}  // namespace
}  // namespace assay
