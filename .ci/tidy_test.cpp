// SPDX-License-Identifier: Apache-2.0
// Style is a test. Each rule is first shown to complain about a planted snippet and to accept its mended twin, then
// held against the whole tree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tidy_rules.hpp"

namespace tidy {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Rule = Complaints (*)(const Source&);

const std::vector<Source>& tree() {
  static const std::vector<Source> sources = read_tree(ASSAY_ROOT);
  return sources;
}

Complaints complaints_of_tree(Rule rule) {
  Complaints all;
  for (const Source& source : tree())
    for (const std::string& complaint : rule(source)) all.push_back(complaint);
  return all;
}

/// The rule complains about the text, saying `why`, and not about its mended twin.
void expect_caught(Rule rule, const std::string& path, const std::string& bad, const std::string& good,
                   const std::string& why) {
  const Complaints complaints = rule(Source(path, bad));
  ASSERT_EQ(complaints.size(), 1U) << path << ": " << bad << testing::PrintToString(complaints);
  EXPECT_THAT(complaints.front(), HasSubstr(why));
  EXPECT_THAT(complaints.front(), HasSubstr(path + ":"));
  EXPECT_THAT(rule(Source(path, good)), IsEmpty()) << path << ": " << good;
}

std::string include(const std::string& target) { return "#include \"" + target + "\"\n"; }

std::string repeat(std::size_t times, const std::string& line) {
  std::string text;
  for (std::size_t n = 0; n < times; ++n) text += line;
  return text;
}

TEST(Tidy, ReadsTheWholeTree) {
  EXPECT_GT(tree().size(), 100U);
  for (const std::string folder : {"reference/", "impls/", "properties/", "fuzz/", "reports/", ".ci/"})
    EXPECT_TRUE(std::ranges::any_of(tree(), [&](const Source& source) { return source.in(folder); })) << folder;
}

TEST(Tidy, CodeIsWhatIsNeitherCommentNorLiteral) {
  const Source source("impls/a.cpp", "f(\"rand(\", '\"', 1'000); // rand(\n/* rand(\n*/ g(R\"x(rand()x\");\n");
  EXPECT_THAT(check_banned(source), IsEmpty());
  EXPECT_THAT(source.code[0], HasSubstr("1'000);"));
  EXPECT_THAT(source.code[2], HasSubstr("g(R"));
}

TEST(Tidy, LayersPointOneWay) {
  expect_caught(check_layers, "reference/exact/a.cpp", include("impls/kernel.hpp"),
                include("reference/model/case/case.hpp"), "points up");
  expect_caught(check_layers, "properties/a.cpp", include("reports/record/run.hpp"), include("properties/call.hpp"),
                "points up");
  expect_caught(check_layers, "reference/model/a.cpp", include("reference/exact/row.hpp"),
                include("reference/model/mask.hpp"), "points up");
  expect_caught(check_layers, "fuzz/a.cpp", include("search.hpp"), include("fuzz/search.hpp"), "repository root");
  EXPECT_THAT(complaints_of_tree(check_layers), IsEmpty());
}

TEST(Tidy, KernelsSeeNeitherTheAnswerNorTheMasks) {
  const std::string model = include("reference/model/problem.hpp");
  expect_caught(check_layers, "impls/cpu/a.cpp", include("reference/exact/row.hpp"), model, "the answer");
  expect_caught(check_layers, "impls/cpu/a.cpp", include("reference/model/mask.hpp"), model, "masks");
  expect_caught(check_layers, "reference/exact/second_opinion/arb_a.cpp", include("reference/exact/row.hpp"), model,
                "the answer");
  const auto reach = [](const std::string& through) {
    return check_reach({Source("impls/cpu/a.cpp", include("impls/b.hpp")),
                        Source("impls/b.hpp", include("reference/model/c.hpp")),
                        Source("reference/model/c.hpp", include(through)), Source("reference/model/mask.hpp", "")});
  };
  EXPECT_THAT(reach("reference/model/mask.hpp"),
              testing::Contains(HasSubstr("impls/b.hpp -> reference/model/c.hpp ->")));
  EXPECT_THAT(reach("reference/model/problem.hpp"), IsEmpty());
  EXPECT_THAT(check_reach(tree()), IsEmpty());
}

TEST(Tidy, JudgesSeeOnlyTheDoorOfAKernel) {
  expect_caught(check_layers, "properties/a.cpp", include("impls/cpu/tile_math.hpp"), include("impls/kernel.hpp"),
                "inside a kernel");
  expect_caught(check_layers, "reports/formats/a.cpp", include("impls/kernel.hpp"), include("reports/record/run.hpp"),
                "record");
}

TEST(Tidy, CudaKernelsSeeTheCompatibilityHeaderOnly) {
  const std::string good = include("impls/cuda/simt/simt.hpp") + include("impls/plugin_abi.h") + "#include <cmath>\n";
  expect_caught(check_layers, "impls/cuda/kernels/tiled/a.hpp", include("impls/cuda/emulator/launch.hpp"), good,
                "CUDA kernel");
  expect_caught(check_layers, "impls/cuda/kernels/common/a.hpp", include("reference/model/problem.hpp"), good,
                "CUDA kernel");
  expect_caught(check_confinement, "impls/cuda/kernels/tiled/a.hpp", "#include <x/y.h>\n", good, "impls/cuda/simt/");
  expect_caught(check_confinement, "impls/cuda/kernels/tiled/a.hpp", "#include <mma.h>\n", good, "impls/cuda/simt/");
}

TEST(Tidy, ForeignLibrariesHaveOneHome) {
  const auto foreign = [](const std::string& bad, const std::string& header, const std::string& good) {
    const std::string line = "#include <" + header + ">\n";
    EXPECT_THAT(check_confinement(Source(bad, line)), testing::ElementsAre(HasSubstr("belongs in"))) << bad;
    EXPECT_THAT(check_confinement(Source(good, line)), IsEmpty()) << good;
  };
  foreign("reference/exact/row.cpp", "boost/multiprecision/mpfi.hpp", "reference/exact/interval.cpp");
  foreign("properties/judge/oracle.cpp", "gmpxx.h", "reference/exact/ties.cpp");
  foreign("reference/exact/row.cpp", "arb.h", "reference/exact/second_opinion/arb_ball.hpp");
  foreign("reports/record/run.cpp", "nlohmann/json.hpp", "reports/record/record_json.cpp");
  foreign("reports/cli/check.cpp", "CLI/CLI.hpp", "reports/cli/options.cpp");
  foreign("fuzz/shrink.cpp", "rapidcheck.h", "properties/cases/rapidcheck_case.hpp");
  foreign("fuzz/shrink.cpp", "pugixml.hpp", "reports/formats/junit.cpp");
  foreign("reference/model/case/case.cpp", "gtest/gtest.h", "reference/model/case_test.cpp");
  EXPECT_THAT(complaints_of_tree(check_confinement), IsEmpty());
}

TEST(Tidy, NoFileIsDead) {
  const auto used = [](const std::string& build) {
    return check_used(
        {Source("fuzz/a.cpp", include("fuzz/a.hpp")), Source("fuzz/a.hpp", ""), Source("fuzz/CMakeLists.txt", build)});
  };
  EXPECT_THAT(used("assay_library(fuzz b.cpp)"), testing::ElementsAre(HasSubstr("fuzz/a.cpp: no CMakeLists.txt")));
  EXPECT_THAT(used("assay_library(fuzz a.cpp)"), IsEmpty());
  EXPECT_THAT(check_used({Source("fuzz/a.hpp", "")}), testing::ElementsAre(HasSubstr("nobody includes it")));
  EXPECT_THAT(check_used(tree()), IsEmpty());
}

TEST(Tidy, FoldersStandOnEachOtherInOneOrder) {
  const auto three = [](const std::string& last) {
    return check_rooms({Source("fuzz/a/a.cpp", include("fuzz/b/b.hpp")), Source("fuzz/b/b.hpp", include("fuzz/c.hpp")),
                        Source("fuzz/c.hpp", include(last)), Source("fuzz/a/a.hpp", ""), Source("fuzz/d/d.hpp", "")});
  };
  EXPECT_THAT(three("fuzz/a/a.hpp"), testing::ElementsAre(HasSubstr("fuzz/c.hpp -> fuzz/a/a.hpp")));
  EXPECT_THAT(three("fuzz/d/d.hpp"), IsEmpty());
  const Source test("fuzz/b/b_test.cpp", include("fuzz/a.hpp"));
  EXPECT_THAT(check_rooms({Source("fuzz/a.cpp", include("fuzz/b/b.hpp")), test, Source("fuzz/a.hpp", ""),
                           Source("fuzz/b/b.hpp", "")}),
              IsEmpty());
  EXPECT_THAT(check_rooms(tree()), IsEmpty());
}

TEST(Tidy, InstalledHeadersIncludeInstalledOnes) {
  const auto installed = [](const std::string& list) {
    return check_public_headers({Source("cmake/AssayInstall.cmake", list), Source("fuzz/b.hpp", ""),
                                 Source("fuzz/a.hpp", "#include <map>\n" + include("fuzz/b.hpp"))});
  };
  EXPECT_THAT(installed("set(x\n  fuzz/a.hpp)\n"), testing::ElementsAre(HasSubstr("fuzz/a.hpp:2: an installed")));
  EXPECT_THAT(installed("set(x\n  fuzz/a.hpp\n  fuzz/b.hpp)\n"), IsEmpty());
  EXPECT_THAT(installed("set(x\n  fuzz/b.hpp)\n"), IsEmpty());
  EXPECT_THAT(check_public_headers(tree()), IsEmpty());
}

TEST(Tidy, FilesStayShort) {
  expect_caught(check_file_length, "fuzz/a.cpp", repeat(401, "\n"), repeat(400, "\n"), "at most 400");
  expect_caught(check_file_length, "README.md", repeat(121, "\n"), repeat(120, "\n"), "at most 120");
  expect_caught(check_file_length, "fuzz/README.md", repeat(61, "\n"), repeat(60, "\n"), "at most 60");
  expect_caught(check_example_length, "impls/foreign/examples/c/a.c", repeat(30, "a;\n"),
                "/*\n*/\n\n" + repeat(29, "a;\n"), "at most 29");
  EXPECT_THAT(complaints_of_tree(check_example_length), IsEmpty());
  EXPECT_THAT(complaints_of_tree(check_file_length), IsEmpty());
}

TEST(Tidy, LinesOfScriptsFitAndEndCleanly) {
  expect_caught(check_columns, "a.cmake", std::string(121, 'x') + "\n", std::string(119, 'x') + "\u00e9\n",
                "at most 120");
  expect_caught(check_columns, "a.py", "a = 1 \n", "a = 1  # \u00e9\n", "blank");
  expect_caught(check_columns, "fuzz/CMakeLists.txt", "\tset(a b)\n", "  set(a b)\n", "tab");
  expect_caught(check_columns, "a.py", "a = 1", "a = 1\n", "newline");
  EXPECT_THAT(complaints_of_tree(check_columns), IsEmpty());
}

TEST(Tidy, FilesOpenWithTheirLicence) {
  const std::string licence = "SPDX-License-Identifier: Apache-2.0\n";
  expect_caught(check_frame, "fuzz/a.cpp", "#include <vector>\n// " + licence, "// " + licence, "SPDX");
  expect_caught(check_frame, "run", "#!/bin/sh\nset -e\n", "#!/bin/sh\n# " + licence, "SPDX");
  expect_caught(check_frame, "fuzz/a.hpp", "// " + licence, "// " + licence + "#pragma once\n", "pragma");
  EXPECT_THAT(complaints_of_tree(check_frame), IsEmpty());
}

TEST(Tidy, TolerancesLiveInOneFolder) {
  expect_caught(check_tolerances, "properties/a.cpp", "return d < 1e-5;\n", "return d < bound;  // not 1e-5\n",
                "tolerance");
  expect_caught(check_tolerances, "fuzz/a.cpp", "if (d > 0x1p-20) return;\n", "if (d > 2.5) return;\n", "tolerance");
  expect_caught(check_tolerances, "reports/a.cpp", "bool b = d > .5 * 0.001f;\n", "bool b = d > 0.5;\n", "tolerance");
  EXPECT_THAT(check_tolerances(Source("reference/error/a.cpp", "return 1e-5;\n")), IsEmpty());
  EXPECT_THAT(complaints_of_tree(check_tolerances), IsEmpty());
}

TEST(Tidy, BannedCallsAreAbsent) {
  const auto banned = [](const std::string& path, const std::string& bad, const std::string& good) {
    expect_caught(check_banned, path, bad, good, "is banned; use ");
  };
  banned("fuzz/a.cpp", "std::random_device d;\n", "Random d(seed);\n");
  banned("fuzz/a_test.cpp", "int a = std::rand();\n", "int a = operand();\n");
  banned("properties/a.cpp", "std::printf(text);\n", "std::snprintf(text);\n");
  banned("properties/a.cpp", "std::cout << 1;\n", "stream << 1;\n");
  banned("impls/a.cpp", "assert(a);\n", "ASSAY_ASSERT(a);\nstatic_assert(b);\n");
  EXPECT_THAT(complaints_of_tree(check_banned), IsEmpty());
}

TEST(Tidy, TestNamesAreClaims) {
  expect_caught(check_test_names, "fuzz/a_test.cpp", "TEST(Shrink, test_1) {}\n",
                "TEST(Shrink, EndsAtTheSmallest) {}\n", "claim");
  expect_caught(check_test_names, "fuzz/a_test.cpp", "GTEST_SKIP();\n", "GTEST_SKIP() << why;\n", "reason");
  EXPECT_THAT(complaints_of_tree(check_test_names), IsEmpty());
}

TEST(Tidy, DocumentsHaveOneTitle) {
  expect_caught(check_headings, "a.md", "# A\n\n# B\n", "# A\n\n```\n# B\n```\n## C\n", "one heading");
  expect_caught(check_headings, "a.md", "text\n# B\n", "# B\ntext\n", "first line");
  EXPECT_THAT(complaints_of_tree(check_headings), IsEmpty());
}

TEST(Tidy, CitationsNameAHeadingOfTheDerivations) {
  const std::string document =
      "# Numerics\n\n## A. Bounds\n\n### A1. The kernel's own maximum\n\n```\n## B. Code\n```\n";
  const auto cited = [&](const std::string& path, const std::string& text) {
    return check_citations({Source("reference/error/numerics.md", document), Source(path, text)});
  };
  const auto refuses = [&](const std::string& bad, const std::string& good, const std::string& why) {
    EXPECT_THAT(cited("properties/a.cpp", bad), testing::ElementsAre(HasSubstr(why))) << bad;
    EXPECT_THAT(cited("properties/a.cpp", good), IsEmpty()) << good;
  };
  const std::string good = "// see numerics.md#a1-the-kernels-own-maximum.\n";
  refuses("// see numerics.md#a1-the-kernel's-own-maximum\n", good, "no heading");
  refuses("s.source = \"numerics.md#b-code\";\n", "s.source = \"numerics.md#a-bounds\";\n", "no heading");
  refuses("// (numerics A.1)\n", good, "'numerics' names no heading");
  refuses("s.source = \"numerics, statistics\";\n", "\"evidence of logic, not of device numerics\";\n", "'numerics'");
  refuses("// as corrected by the review\n", good, "'the review'");
  refuses("/// Review, section 3\n", "/// F16, F8_E4M3 and Float are formats\n", "'Review'");
  refuses("// allowed for (F6)\n", "TEST(Bound, F6IsAllowedFor) {}\n", "'F6'");
  EXPECT_THAT(check_citations({Source("reference/error/numerics.md", document + "[here](#a2-nowhere)\n")}),
              testing::ElementsAre(HasSubstr("numerics.md:10: numerics.md#a2-nowhere")));
  EXPECT_THAT(check_citations(tree()), IsEmpty());
}

}  // namespace
}  // namespace tidy
