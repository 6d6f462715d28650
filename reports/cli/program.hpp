// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <string>

namespace assay::reports::cli {

/// How a run of the program ended, for tests.
struct Ended {
  int code = -1;
  std::string said;  ///< what the redirection lets through
};

/// Run the program as a shell does.
inline Ended assay(const std::string& arguments, const std::string& redirection = "2>&1") {
  // NOLINTNEXTLINE(bugprone-command-processor): the program is ours, in the build folder
  FILE* const pipe = ::popen(("'" ASSAY_BINARY "' " + arguments + " " + redirection).c_str(), "r");
  Ended ended;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) ended.said.append(buffer, n);
  const int status = ::pclose(pipe);
  ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ended;
}

}  // namespace assay::reports::cli
