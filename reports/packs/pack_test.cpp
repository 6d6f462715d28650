// SPDX-License-Identifier: Apache-2.0
#include "reports/packs/pack.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "reference/model/files/case_file.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/files/safetensors.hpp"

namespace assay::reports {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<Exhibit> exhibits() {
  std::vector<Exhibit> list;
  for (const char* line : {"b=1 hq=2 hkv=1 tq=3 tk=5 dk=4 dv=3 dtype=fp32 lse=1 causal=bottom-right recipe=r1 seed=7",
                           "b=2 hq=1 hkv=1 tq=3 tk=5 dk=4 dv=3 dtype=bf16 window=2,1 convention=cudnn recipe=r1 "
                           "seed=8 layout=padded"})
    list.push_back({.origin = {Origin::Kind::Lines, "some folder/my shapes.cases"}, .source = parse_case(line)});
  return list;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class PackTest : public testing::Test {
 protected:
  const fs::path folder_ = fs::path(testing::TempDir()) / ("assay_pack_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
};

TEST_F(PackTest, HoldsTheInputsBitForBitAndReadsBack) {
  const Pack pack = write_pack(folder_, exhibits(), {}, {});
  EXPECT_EQ(read_pack(folder_), pack);
  ASSERT_EQ(pack.cases.size(), 2u);
  for (std::size_t n = 0; n < 2; ++n) {
    const CaseFile file = load_case_file(folder_ / input_file(pack.cases[n]));
    const properties::Call call = call_of(exhibits()[n]);
    EXPECT_EQ(file.problem, call.problem);
    for_each_tensor(call.inputs, [&](const std::string& name, const Tensor& tensor) {
      EXPECT_EQ(*get_tensor(file.inputs, name), tensor.contiguous()) << name;
    });
  }
}

TEST_F(PackTest, HoldsNeitherAnswersNorRecipes) {
  write_pack(folder_, exhibits(), {}, {});
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (!entry.is_regular_file()) continue;
    EXPECT_THAT(content(entry.path()), AllOf(Not(HasSubstr("recipe=")), Not(HasSubstr("seed=")))) << entry.path();
    if (entry.path().extension() != ".safetensors") continue;
    const Safetensors file = read_safetensors(entry.path());
    EXPECT_FALSE(file.tensors.contains("out") || file.tensors.contains("lse")) << entry.path();
  }
}

TEST_F(PackTest, KeepsItsNumberingWhateverIsLeftOut) {
  const Pack pack = write_pack(folder_, exhibits(), {"bf16"}, {});
  ASSERT_EQ(pack.cases.size(), 1u);
  EXPECT_EQ(pack.cases[0].name, "my_shapes_002");
  EXPECT_THROW(write_pack(folder_ / "other", exhibits(), {"fp16"}, {}), UsageError);
}

TEST_F(PackTest, SpellsTheConventionOutForProgramsThatDoNotKnowIt) {
  write_pack(folder_, exhibits(), {}, {});
  const std::string manifest = content(folder_ / "manifest.json");
  EXPECT_THAT(manifest, HasSubstr(R"("offset":2,)"));      // bottom-right, 3 queries and 5 keys
  EXPECT_THAT(manifest, HasSubstr(R"("window":[1,0],)"));  // cuDNN counts the query's own key
  EXPECT_THAT(manifest, HasSubstr(R"("features":["grouped_heads","value_dim","causal","lse"])"));
  EXPECT_THAT(manifest, HasSubstr(R"("wanted":{"out":{"dtype":"F32","shape":[1,2,3,3]},"lse":{"dtype":"F32")"));
}

TEST_F(PackTest, CarriesTheRunners) {
  write_pack(folder_, exhibits(), {}, {});
  std::vector<std::string> names;
  for (const Runner& runner : runners()) names.emplace_back(runner.file);
  EXPECT_THAT(names, ElementsAre("assay_pack.py", "run_jax.py", "run_mlx.py", "run_numpy.py", "run_onnxruntime.py",
                                 "run_pytorch.py"));
  for (const Runner& runner : runners()) EXPECT_EQ(content(folder_ / runner.file), runner.text);
}

TEST_F(PackTest, TouchesNoFolderWithSomethingInIt) {
  std::ofstream(folder_ / "mine") << "mine";
  EXPECT_THROW(write_pack(folder_, exhibits(), {}, {}), UsageError);
  EXPECT_EQ(content(folder_ / "mine"), "mine");
  EXPECT_THROW(write_pack(folder_ / "mine", exhibits(), {}, {}), UsageError);
  EXPECT_THROW(write_pack("/proc/none", exhibits(), {}, {}), EnvironmentError);
}

TEST_F(PackTest, NamesEveryInputThatWasChanged) {
  const Pack pack = write_pack(folder_, exhibits(), {}, {});
  for (const PackCase& the_case : pack.cases) {
    std::fstream file(folder_ / input_file(the_case), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-1, std::ios::end);
    file.put('\x55');
  }
  try {
    read_pack(folder_);
    FAIL() << "the change was not seen";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("inputs/my_shapes_001.safetensors inputs/my_shapes_002.safetensors"));
  }
  fs::remove(folder_ / input_file(pack.cases[0]));
  EXPECT_THROW(read_pack(folder_), EnvironmentError);
}

/// What is said of a manifest in which one text is replaced by another.
std::string refusal(const std::string& text, const std::string& by) {
  std::ostringstream good;
  write_manifest({"", {{"a", {}, parse_problem("b=1 hq=1 tq=1 tk=1 dk=1 dtype=fp32"), "fp32", "xxh128:0"}}}, good);
  std::string manifest = good.str();
  std::istringstream whole(manifest);
  EXPECT_EQ(read_manifest(whole, "m").cases.size(), 1u);
  const std::size_t at = manifest.find(text);
  EXPECT_NE(at, std::string::npos) << text;
  manifest.replace(at, text.size(), by);
  std::istringstream changed(manifest);
  try {
    read_manifest(changed, "m.json");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Manifest, OfAnEarlierVersionIsReadAsWhatItMeant) {
  std::ostringstream written;
  const Problem problem = parse_problem("b=1 hq=1 tq=2 tk=3 dk=1 dtype=fp32 causal=offset:-1");
  write_manifest({"", {{"a", {}, problem, "fp32", "xxh128:0"}}}, written);
  std::string manifest = written.str();
  for (std::size_t at; (at = manifest.find("=offset:")) != std::string::npos;) manifest.erase(at + 1, 7);
  EXPECT_THAT(manifest, AllOf(HasSubstr(" causal=-1 "), HasSubstr("\"torch anchor=-1\"")));
  std::istringstream older(manifest);
  EXPECT_EQ(read_manifest(older, "m").cases.at(0).problem, problem);
}

TEST(Manifest, RefusesWhatAssayWouldNotWrite) {
  EXPECT_THAT(refusal("{", "("), HasSubstr("m.json is no manifest of a pack: "));
  EXPECT_THAT(refusal("\"assay_pack\": 1", "\"assay_pack\": 2"), HasSubstr("version 2; this Assay reads version 1"));
  EXPECT_THAT(refusal("assay_pack", "pack"), HasSubstr("'assay_pack', the version, is missing"));
  EXPECT_THAT(refusal("\"name\":\"a\"", "\"name\":\"../a\""), HasSubstr("case '../a': right would be a name"));
  EXPECT_THAT(refusal("\"name\":\"a\"", "\"name\":\"\\u001b[2J\""), HasSubstr("case '\\x1b[2J'"));
  EXPECT_THAT(refusal("inputs/a.safetensors", "/etc/passwd"), HasSubstr("case a: 'inputs' contradicts"));
  EXPECT_THAT(refusal("\"outputs\":\"a.", "\"outputs\":\"../a."), HasSubstr("case a: 'outputs' contradicts"));
  EXPECT_THAT(refusal("dtype=fp32", "dtype=fp33"), HasSubstr("case a: "));
  EXPECT_THAT(refusal("\"arithmetic\":\"fp32\"", "\"arithmetic\":\"fp33\""), HasSubstr("case a: unknown arithmetic"));
  EXPECT_THAT(refusal("\"convention\":\"torch\"", "\"convention\":\"onnx\""), HasSubstr("'convention' contradicts"));
  EXPECT_THAT(refusal("\"scale\":1.0", "\"scale\":2.0"), HasSubstr("'call' contradicts"));
  EXPECT_THAT(refusal("\"require\": \"\"", "\"require\": \"fp31\""), HasSubstr("fp31"));
  EXPECT_THAT(refusal("\"name\"", "\"more\":1,\"name\""), HasSubstr("has a field that version 1 does not know"));
  EXPECT_THAT(refusal("\"cases\": [\n", "\"cases\": [], \"other\": [\n"), HasSubstr("it has no cases"));
}

}  // namespace
}  // namespace assay::reports
