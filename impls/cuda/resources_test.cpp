// SPDX-License-Identifier: Apache-2.0
// What ptxas says a kernel takes, held to limits: a change that makes it spill or crowds a processor is seen without
// one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace {

struct Resources {
  std::string kernel;  ///< mangled
  std::string architecture;
  int registers = 0;
  int spilled = 0;  ///< bytes stored
  int shared = 0;   ///< static bytes
  int barriers = 0;
};

/// One entry for each kernel and architecture in the output of `ptxas -v`.
std::vector<Resources> parse(const std::string& text) {
  static const std::regex entry("Compiling entry function '([^']+)' for '([^']+)'");
  static const std::regex spill("(\\d+) bytes spill stores"), used("Used (\\d+) registers");
  static const std::regex shared("(\\d+) bytes smem"), barriers("used (\\d+) barriers");
  std::vector<Resources> list;
  std::smatch m;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, m, entry)) list.push_back({m[1], m[2]});
    if (list.empty()) continue;
    if (std::regex_search(line, m, spill)) list.back().spilled = std::stoi(m[1]);
    if (std::regex_search(line, m, used)) list.back().registers = std::stoi(m[1]);
    if (std::regex_search(line, m, shared)) list.back().shared = std::stoi(m[1]);
    if (std::regex_search(line, m, barriers)) list.back().barriers = std::stoi(m[1]);
  }
  return list;
}

/// The most that a kernel may take. Registers: threads of a block that a processor with 65536 can still hold four
/// times, tensor_core excepted, whose sums of values are registers.
struct Limit {
  std::string part;  ///< of the mangled name
  int registers;
};
const std::vector<Limit>& limits() {
  static const std::vector<Limit> list{{"15explicit_kernel6attend", 96},
                                       {"5tiled6attend", 128},
                                       {"11tensor_core6attend", 252},
                                       {"8split_kv6attend", 96},
                                       {"8split_kv5merge", 64}};
  return list;
}

/// What breaks a limit, in a line; empty if nothing does.
std::string complaint(const Resources& r) {
  for (const Limit& limit : limits()) {
    if (r.kernel.find(limit.part) == std::string::npos) continue;
    const std::string where = limit.part + " for " + r.architecture + ": ";
    if (r.registers == 0) return where + "no registers are told";
    if (r.registers > limit.registers)
      return where + std::to_string(r.registers) + " registers, want at most " + std::to_string(limit.registers);
    if (r.spilled > 0) return where + std::to_string(r.spilled) + " bytes spilled";
    if (r.shared > 0) return where + std::to_string(r.shared) + " bytes of static shared memory; pieces are carved";
    if (r.barriers > 1) return where + std::to_string(r.barriers) + " barriers, want one";
    return "";
  }
  return r.kernel + ": no limit is set for it";
}

std::string read(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

const std::string sample =
    "ptxas info    : Compiling entry function '_ZN5assay4cuda5tiled6attendE' for 'sm_90'\n"
    "ptxas info    : Function properties for _ZN5assay4cuda5tiled6attendE\n"
    "    0 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads\n"
    "ptxas info    : Used 120 registers, used 1 barriers, 64 bytes smem, 376 bytes cmem[0]\n";

TEST(PtxasOutput, IsReadKernelByKernel) {
  const std::vector<Resources> list = parse(sample + sample);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].architecture, "sm_90");
  EXPECT_EQ(list[0].registers, 120);
  EXPECT_EQ(list[0].spilled, 8);
  EXPECT_EQ(list[0].shared, 64);
}

TEST(PtxasLimits, AreBrokenByEachExcess) {
  const Resources good{"_ZN5assay4cuda5tiled6attendE", "sm_90", 120, 0, 0, 1};
  EXPECT_EQ(complaint(good), "");
  const auto with = [&](auto change) {
    Resources r = good;
    change(r);
    return complaint(r);
  };
  EXPECT_THAT(with([](Resources& r) { r.registers = 129; }), testing::HasSubstr("129 registers"));
  EXPECT_THAT(with([](Resources& r) { r.registers = 0; }), testing::HasSubstr("no registers"));
  EXPECT_THAT(with([](Resources& r) { r.spilled = 4; }), testing::HasSubstr("4 bytes spilled"));
  EXPECT_THAT(with([](Resources& r) { r.shared = 4; }), testing::HasSubstr("static shared"));
  EXPECT_THAT(with([](Resources& r) { r.barriers = 2; }), testing::HasSubstr("2 barriers"));
  EXPECT_THAT(with([](Resources& r) { r.kernel = "_Z5otherv"; }), testing::HasSubstr("no limit"));
}

TEST(PtxasLimits, HoldForEveryKernelAndArchitecture) {
  std::vector<std::string> seen;
  for (const char* name : {"explicit", "tiled", "tensor_core", "split_kv"}) {
    const std::string path = std::string(ASSAY_CUDA_FOLDER) + "/cuda_" + name + ".ptxas";
    const std::vector<Resources> list = parse(read(path));
    EXPECT_FALSE(list.empty()) << path;
    for (const Resources& r : list) {
      EXPECT_EQ(complaint(r), "");
      seen.push_back(r.kernel);
    }
  }
  for (const Limit& limit : limits()) EXPECT_THAT(seen, testing::Contains(testing::HasSubstr(limit.part)));
}

}  // namespace
