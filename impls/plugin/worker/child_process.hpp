// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
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

/// For this process and its children the system is from now on one that offers neither Landlock nor seccomp: the two
/// system calls and prctl's older door to the second one are refused. False where that cannot be done.
inline bool refuses_confinement_from_now_on() {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_landlock_create_ruleset, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{sizeof program / sizeof *program, program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

}  // namespace assay::impls::worker
