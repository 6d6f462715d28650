// SPDX-License-Identifier: Apache-2.0
#include "reports/packs/grade.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "impls/registry.hpp"
#include "properties/cases/suite.hpp"
#include "reference/model/files/case_file.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/files/safetensors.hpp"
#include "reports/packs/pack.hpp"
#include "reports/record/record.hpp"

namespace assay::reports {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::vector<Exhibit> exhibits(const std::vector<Case>& cases) {
  std::vector<Exhibit> list;
  for (const Case& the_case : cases) list.push_back({.origin = {Origin::Kind::Suite, "test"}, .source = the_case});
  return list;
}

std::vector<Case> small_cases() {
  return properties::parse_cases("small", R"(
b=2 hq=2 hkv=1 tq=3 tk=5 dk=4 dv=3 dtype=fp32 lse=1 recipe=r1 seed=1
b=1 hq=1 hkv=1 tq=4 tk=6 dk=8 dv=8 dtype=fp32 causal=bottom-right recipe=r1 seed=2
b=1 hq=1 hkv=1 tq=4 tk=6 dk=8 dv=8 dtype=fp32 mask=11qk lse=1 recipe=r1 seed=3 masks=empty-row
)");
}

/// A pack in one folder and outputs in another.
class Grade : public testing::Test {
 protected:
  const fs::path root_ = fs::path(testing::TempDir()) / ("assay_grade_" + std::to_string(::getpid()));
  const fs::path pack_folder_ = root_ / "pack";
  const fs::path outputs_ = root_ / "outputs";
  void SetUp() override { fs::create_directories(outputs_); }
  void TearDown() override { fs::remove_all(root_); }

  void pack(const std::vector<Case>& cases) { write_pack(pack_folder_, exhibits(cases), {}, {}); }

  /// What a runner does, with a built-in kernel: it sees the pack alone.
  void answer(const std::string& name) const {
    const impls::KernelPointer kernel = impls::find_kernel(name);
    std::string skipped;
    for (const PackCase& the_case : read_pack(pack_folder_).cases) {
      const CaseFile file = load_case_file(pack_folder_ / input_file(the_case));
      if (const impls::Support support = kernel->supports(file.problem); !support) {
        skipped += (skipped.empty() ? "\"" : ", \"") + the_case.name + "\": \"" + support.refusal + "\"";
        continue;
      }
      OutputsFile outputs{blank_outputs(file.problem), {{"case", the_case.name}, {"checksum", the_case.checksum}}};
      kernel->run(file.problem, file.inputs, outputs.outputs);
      outputs.metadata["arithmetic"] = to_text(kernel->arithmetic(file.problem));
      save_outputs(output(the_case.name), file.problem, outputs);
    }
    note(R"({"kernel": ")" + name + R"(", "skipped": {)" + skipped + "}}");
  }

  void note(const std::string& json) const { std::ofstream(outputs_ / "run.json") << json; }
  fs::path output(const std::string& name) const { return outputs_ / (name + ".safetensors"); }

  reports::Run grade() const { return grade({pack_folder_, outputs_}); }
  static reports::Run grade(const GradeRequest& request) {
    GivenOutputs given = read_outputs(read_pack(request.pack), request);
    reports::Run run;
    judge_all({.exhibits = std::move(given.exhibits)}, run);
    for (const Uncovered& u : given.uncovered) run.uncovered.push_back(u);
    return run;
  }

  /// Change the outputs of a case in their file.
  void alter(const std::string& name, const std::function<void(Safetensors&)>& change) const {
    Safetensors content = read_safetensors(output(name));
    change(content);
    write_safetensors(output(name), content);
  }
};

/// The record without what has to differ: where cases come from, and time.
std::string record_of(reports::Run run) {
  for (KernelRecord& kernel : run.kernels) {
    kernel.description.clear();
    kernel.library.build.clear();
    for (WorstElement& worst : kernel.worst) worst.origin = {}, worst.line = "";
  }
  for (Outcome& outcome : run.outcomes) {
    outcome.milliseconds = 0;
    outcome.origin = {}, outcome.line = outcome.again = "";
  }
  run.milliseconds = 0;
  std::ostringstream out;
  write_record(run, out);
  return out.str();
}

std::string said(const Outcome& outcome) {
  return properties::name_of(outcome.verdict) + " " + properties::reason_of(outcome.verdict);
}

TEST_F(Grade, SaysOfOutputsInFilesWhatCheckSaysOfTheKernel) {
  std::vector<Case> cases = small_cases();
  const std::vector<Case>& quick = properties::find_suite("quick").cases;
  for (std::size_t n = 0; n < quick.size(); n += 3) cases.push_back(quick[n]);
  pack(cases);
  for (const char* name : {"tiled", "explicit_bf16", "fault/missing_scale"}) {
    fs::remove_all(outputs_);
    fs::create_directories(outputs_);
    answer(name);
    reports::Run checked;
    judge_all({.kernels = {impls::find_kernel(name)}, .exhibits = exhibits(cases)}, checked);
    const reports::Run graded = grade();
    EXPECT_EQ(record_of(graded), record_of(checked));
    EXPECT_EQ(exit_code(graded), std::string(name) == "fault/missing_scale" ? 1 : 0) << name;
  }
}

TEST_F(Grade, NamesEachOutputThatCannotBeJudgedAndGradesTheRest) {
  pack(std::vector<Case>(9, small_cases()[0]));
  answer("explicit_fp32");
  fs::remove(output("test_001"));
  fs::resize_file(output("test_002"), fs::file_size(output("test_002")) - 1);
  alter("test_003", [](Safetensors& c) {
    c.tensors["out"].tensor = Tensor(c.tensors["out"].tensor.type(), {2, 2, 5, 3});
  });
  alter("test_004", [](Safetensors& c) {
    c.tensors["out"].tensor = Tensor(ElementType::of(dtype("fp64")), c.tensors["out"].tensor.extents());
  });
  alter("test_005", [](Safetensors& c) { c.tensors.erase("lse"); });
  alter("test_006", [](Safetensors& c) { c.metadata["case"] = "test_007"; });
  fs::rename(output("test_008"), output("test_800"));
  alter("test_009", [](Safetensors& c) { c.metadata["arithmetic"] = "fp31"; });
  const reports::Run run = grade();
  ASSERT_EQ(run.outcomes.size(), 9u);
  EXPECT_THAT(said(run.outcomes[0]), HasSubstr("output missing: "));
  EXPECT_THAT(said(run.outcomes[0]), HasSubstr("test_001.safetensors"));
  EXPECT_THAT(said(run.outcomes[1]), HasSubstr("output malformed: "));
  EXPECT_THAT(said(run.outcomes[1]), HasSubstr("test_002.safetensors"));
  EXPECT_THAT(said(run.outcomes[2]), HasSubstr("tensor 'out' is fp32 (2, 2, 5, 3)"));
  EXPECT_THAT(said(run.outcomes[3]), HasSubstr("tensor 'out' is fp64"));
  EXPECT_THAT(said(run.outcomes[4]), HasSubstr("tensor 'lse' is missing"));
  EXPECT_THAT(said(run.outcomes[5]), HasSubstr("output misnamed: "));
  EXPECT_EQ(said(run.outcomes[6]), "holds ");
  EXPECT_THAT(said(run.outcomes[7]), HasSubstr("output misnamed: " + output("test_800").string()));
  EXPECT_THAT(said(run.outcomes[7]), HasSubstr("right would be the name test_008.safetensors"));
  EXPECT_THAT(said(run.outcomes[8]),
              HasSubstr(output("test_009").string() + ": __metadata__ 'arithmetic': unknown arithmetic preset 'fp31'"));
  ASSERT_FALSE(run.uncovered.empty());
  EXPECT_TRUE(std::ranges::count(run.uncovered, "test_800.safetensors", &Uncovered::name));
  EXPECT_EQ(exit_code(run), 1);
  EXPECT_EQ(grade({pack_folder_, outputs_, "", {"test_007"}}).outcomes.size(), 1u);
  EXPECT_THAT(run.outcomes[6].again, HasSubstr("assay grade "));
  EXPECT_THAT(run.outcomes[6].again, HasSubstr(" --case test_007"));
  EXPECT_THAT(grade({pack_folder_, outputs_, "mine"}).outcomes[6].again, HasSubstr(" --case test_007 --name mine"));
}

TEST_F(Grade, TakesTheRunnersWordForWhatItDidNotCompute) {
  pack(small_cases());
  answer("explicit_fp32");
  fs::remove(output("test_001"));
  fs::remove(output("test_002"));
  note(R"({"kernel": "mine", "description": "v7", "build": "cuda device=G", "skipped": {"test_001": "no lse"},
           "failed": {"test_002": "boom"}})");
  const reports::Run run = grade();
  EXPECT_EQ(said(run.outcomes[0]), "not applicable no lse");
  EXPECT_EQ(said(run.outcomes[1]), "faulted exception: boom");
  EXPECT_EQ(said(run.outcomes[2]), "holds ");
  EXPECT_EQ(run.kernels[0].name, "mine");
  EXPECT_EQ(run.kernels[0].description, "v7");
  EXPECT_EQ(run.kernels[0].library.build, "cuda device=G");
  EXPECT_EQ(grade({pack_folder_, outputs_, "yours"}).kernels[0].name, "yours");
}

TEST_F(Grade, JudgesTheRestWhereTheKernelNeverReturnsTheLogSumExp) {
  pack(small_cases());
  answer("explicit_fp32");
  for (const char* name : {"test_001", "test_003"})
    alter(name, [](Safetensors& c) { c.tensors.erase("lse"), c.metadata.erase("problem"); });
  EXPECT_EQ(totals(grade()).faulted(), 2);
  note(R"({"left_out": {"lse": "not returned"}})");
  const reports::Run run = grade();
  EXPECT_EQ(totals(run).holds(), 3);
  EXPECT_TRUE(std::ranges::count(run.uncovered, "lse", &Uncovered::name));
}

TEST_F(Grade, FollowsADeclaredConventionInWhatIsReturnedOnly) {
  pack(small_cases());
  answer("explicit_fp32");
  const auto declare = [&](const char* convention) {
    for (const char* name : {"test_001", "test_002", "test_003"})
      alter(name, [&](Safetensors& c) { c.metadata["convention"] = convention; });
  };
  declare("torch");
  EXPECT_EQ(totals(grade()).holds(), 3);
  declare("torch empty=nan");  // zeros were returned
  EXPECT_EQ(totals(grade()).violated(), 1);
  declare("torch anchor=top-left");
  EXPECT_EQ(totals(grade()).not_applicable(), 1);  // the causal one alone
  declare("torch window=3");
  EXPECT_EQ(totals(grade()).faulted(), 3);
  EXPECT_THAT(said(grade().outcomes[0]), HasSubstr("test_001.safetensors: __metadata__ 'convention': 'window'"));
}

TEST_F(Grade, TakesANanForANanWhateverItsBits) {
  pack(small_cases());
  answer("explicit_fp32");
  alter("test_001", [](Safetensors& c) {
    Tensor& out = c.tensors["out"].tensor;
    out.set_bits({0, 0, 0, 0}, unwritten_bits(out.type().format));
  });
  EXPECT_THAT(said(grade().outcomes[0]), HasSubstr("violated out[b=0 h=0 i=0 c=0] = nan"));
}

TEST_F(Grade, TakesTheManifestsArithmeticWhereTheOutputsDeclareNone) {
  write_pack(pack_folder_, exhibits(small_cases()), {}, parse_arithmetic("fp32 exp_ulp=1"));
  answer("explicit_fp32");
  const Pack read = read_pack(pack_folder_);
  EXPECT_EQ(read.require, "fp32 exp_ulp=1");
  for (const PackCase& the_case : read.cases) EXPECT_EQ(the_case.arithmetic, "fp32 exp_ulp=1");
  EXPECT_EQ(grade().kernels[0].arithmetics[0].arithmetic.substr(0, 5), "fp32 ");  // the runner's word
  for (const PackCase& the_case : read.cases)
    alter(the_case.name, [](Safetensors& c) { c.metadata.erase("arithmetic"); });
  EXPECT_EQ(grade().kernels[0].arithmetics[0].arithmetic, "fp32 exp_ulp=1");
}

TEST_F(Grade, CallsWhatIsNoFolderOrNoNoteByItsName) {
  pack(small_cases());
  EXPECT_THROW(grade({pack_folder_, root_ / "none"}), EnvironmentError);
  EXPECT_THROW(grade({root_ / "none", outputs_}), EnvironmentError);
  EXPECT_THROW(grade({pack_folder_, outputs_, "", {"test_999"}}), UsageError);
  for (const char* wrong : {"", "{", "[]", R"({"kernel": 3})", R"({"skipped": ["test_001"]})"}) {
    note(wrong);
    EXPECT_THROW(grade(), UsageError) << wrong;
  }
}

TEST_F(Grade, CallsADirectoryWhereAFileShouldBeOne) {
  pack(small_cases());
  answer("explicit_fp32");
  fs::remove(output("test_001"));
  fs::create_directories(output("test_001"));
  EXPECT_THAT(said(grade().outcomes[0]), HasSubstr("output malformed: " + output("test_001").string() +
                                                   ": it is a directory; right would be a safetensors file"));
  fs::remove(outputs_ / "run.json");
  fs::create_directories(outputs_ / "run.json");
  try {
    grade();
    FAIL() << "the directory was taken for a note";
  } catch (const EnvironmentError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr((outputs_ / "run.json").string() + ": it is a directory; right would be a file"));
  }
}

}  // namespace
}  // namespace assay::reports
