// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/syscall_filter.hpp"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include <asm/sockios.h>

namespace assay::impls::worker {
namespace {

// By name, since not every architecture and not every libseccomp knows them all. One effect often has several doors:
// each line closes all that are known.
constexpr const char* denied[] = {
    // sockets
    "socket", "connect", "bind", "listen", "accept", "accept4",
    // processes and programs
    "fork", "vfork", "execve", "execveat", "setsid", "setpgid",
    // other processes: their memory, signals to them, their place in the schedule
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp", "pidfd_open",
    "pidfd_getfd", "pidfd_send_signal", "tkill", "rt_sigqueueinfo", "setpriority", "ioprio_set",
    // files
    "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir",
    "mkdirat", "rmdir", "mknod", "mknodat", "creat", "truncate", "truncate64", "chmod", "fchmod", "fchmodat",
    "fchmodat2", "chown", "lchown", "fchown", "fchownat", "setxattr", "lsetxattr", "fsetxattr", "removexattr",
    "lremovexattr", "fremovexattr", "utime", "utimes", "utimensat", "futimesat", "name_to_handle_at",
    "open_by_handle_at", "openat2", "fanotify_init",
    // the size of memory that the judge maps too
    "ftruncate", "ftruncate64", "fallocate",
    // memory that no limit counts, or that outlives the process
    "memfd_create", "memfd_secret", "shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semctl", "msgget",
    "msgsnd", "msgrcv", "msgctl", "ipc", "mq_open", "mq_unlink", "keyctl", "add_key", "request_key",
    // doors into the system
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup",
    "mount", "umount2", "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr",
    "pivot_root", "chroot", "setns", "unshare", "init_module", "finit_module", "delete_module", "kexec_load",
    "kexec_file_load", "reboot", "swapon", "swapoff", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex",
    "syslog", "acct", "quotactl", "quotactl_fd", "iopl", "ioperm", "sethostname", "setdomainname", "vhangup"};

/// What fcntl() may not do: have a signal sent to somebody, hold up whoever opens a file, enlarge a pipe's memory.
constexpr unsigned denied_commands[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG, F_NOTIFY, F_SETLEASE, F_SETPIPE_SZ};

/// What ioctl() may not do: the same signal by other names, words and signals for a terminal's foreground.
constexpr unsigned denied_requests[] = {FIOSETOWN, SIOCSPGRP, FIOASYNC, TIOCSTI, TIOCSCTTY, TIOCSPGRP, TIOCSIG};

struct Release {
  void operator()(void* filter) const { seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

/// A condition on the call's n-th argument. libseccomp's SCMP_A0 and its like are C's compound literals.
scmp_arg_cmp argument(unsigned n, scmp_compare how, scmp_datum_t value, scmp_datum_t masked = 0) {
  return {.arg = n, .op = how, .datum_a = value, .datum_b = masked};
}

/// Refuses the call, or only those whose argument fits.
template <class... Conditions>
bool deny(const Filter& filter, int error, const char* name, Conditions... conditions) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number == __NR_SCMP_ERROR) return true;
  const unsigned count = sizeof...(conditions);
  const int answer = seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(error), number, count, conditions...);
  return answer == 0 || answer == -EDOM;  // EDOM: this architecture has no such call
}

/// An argument of 32 bits, as the system reads it: what stands above them in the register must hide nothing.
scmp_arg_cmp is(unsigned n, unsigned value) {
  constexpr scmp_datum_t low_half = 0xffffffff;
  return argument(n, SCMP_CMP_MASKED_EQ, low_half, scmp_datum_t{value});
}

bool deny_by_argument(const Filter& filter, bool drivers) {
  bool complete = true;
  // clone3 hides its flags from filters; the C library falls back to clone.
  complete &= deny(filter, ENOSYS, "clone3");
  complete &= deny(filter, EPERM, "clone", argument(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  const auto self = static_cast<scmp_datum_t>(getpid());
  for (const char* const name : {"kill", "tgkill", "rt_tgsigqueueinfo"})
    complete &= deny(filter, EPERM, name, argument(0, SCMP_CMP_NE, self));
  for (const char* const name :
       {"prlimit64", "sched_setscheduler", "sched_setparam", "sched_setattr", "migrate_pages", "move_pages"})
    complete &= deny(filter, EPERM, name, argument(0, SCMP_CMP_NE, 0));
  // A pool may place each of its threads, whose numbers a filter cannot know: it is told that this was done.
  complete &= deny(filter, 0, "sched_setaffinity", argument(0, SCMP_CMP_NE, 0));
  complete &= deny(filter, EPERM, "prctl", is(0, PR_SET_DUMPABLE));
  for (const char* const name : {"fcntl", "fcntl64"})
    for (const unsigned command : denied_commands) complete &= deny(filter, EPERM, name, is(1, command));
  for (const unsigned request : denied_requests) complete &= deny(filter, EPERM, "ioctl", is(1, request));
  // Anonymous memory that is shared stays as long as one page of it is mapped, and only mapped pages count.
  constexpr scmp_datum_t kind = MAP_TYPE | MAP_ANONYMOUS, shared = MAP_SHARED | MAP_ANONYMOUS;
  if (!drivers)
    for (const char* const name : {"mmap", "mmap2"})
      complete &= deny(filter, EPERM, name, argument(3, SCMP_CMP_MASKED_EQ, kind, shared));
  return complete;
}

}  // namespace

bool install_syscall_filter(bool drivers) {
  const Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  if (!filter) return false;
  bool complete = true;
  for (const char* const name : denied) complete &= deny(filter, EPERM, name);
  complete &= deny_by_argument(filter, drivers);
  seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_SSB, 1);  // without the slow mitigations of older systems
  return seccomp_load(filter.get()) == 0 && complete;
}

}  // namespace assay::impls::worker
