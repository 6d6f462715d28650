// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

namespace assay::impls::worker {

/// For tests: what a forked child said before it ended, and how it ended.
struct Ending {
  std::string said;
  int status = 0;  ///< of waitpid()
  int signal() const { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
};

/// Runs the action in a forked child, which says what the action returns and exits.
inline Ending in_child(const std::function<std::string()>& action) {
  int ends[2];
  if (pipe(ends) != 0) return {"no pipe", -1};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const std::string text = action();
    const bool written = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Ending ending;
  char buffer[512];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
    ending.said.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  waitpid(child, &ending.status, 0);
  return ending;
}

}  // namespace assay::impls::worker
