// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/program.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

namespace assay::impls::sandbox {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(WorkerProgram, IsThatOfTheBuild) {
  EXPECT_TRUE(text_of(worker_program({})) == text_of(ASSAY_WORKER_PROGRAM)) << "it took another one";
}

// A program that was found in PATH knows itself by a name that does not lead to it.
TEST(WorkerProgram, IsNotWhatLiesNearTheWorkingFolder) {
  const fs::path folder = fs::path(testing::TempDir()) / ("assay_program_" + std::to_string(getpid()));
  for (const char* name : {"bin", "here"}) fs::create_directories(folder / name);
  std::ofstream(folder / "bin" / "assay-worker") << "another one";
  const pid_t child = fork();
  if (child == 0) {
    fs::current_path(folder / "here");
    execl("/proc/self/exe", "nameless", "--gtest_filter=WorkerProgram.IsThatOfTheBuild", nullptr);
    _exit(1);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace assay::impls::sandbox
