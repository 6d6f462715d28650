// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/syscall_filter.hpp"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

namespace assay::impls::worker {
namespace {

// By name, since not every architecture and not every libseccomp knows them all.
constexpr const char* denied[] = {
    // sockets
    "socket", "connect", "bind", "listen", "accept", "accept4",
    // processes and programs
    "fork", "vfork", "execve", "execveat", "setsid", "setpgid", "setpriority",
    // other processes
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp", "pidfd_open",
    "pidfd_getfd", "pidfd_send_signal", "tkill", "rt_sigqueueinfo",
    // files
    "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir",
    "mkdirat", "rmdir", "mknod", "mknodat", "creat", "truncate", "chmod", "fchmodat", "fchmodat2", "chown", "lchown",
    "fchownat", "setxattr", "lsetxattr", "removexattr", "lremovexattr", "utime", "utimes", "utimensat", "futimesat",
    "name_to_handle_at", "open_by_handle_at", "openat2", "fanotify_init",
    // memory that outlives the process
    "shmget", "shmat", "semget", "msgget", "mq_open", "keyctl", "add_key", "request_key",
    // doors into the system
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "mount",
    "umount2", "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "pivot_root",
    "chroot", "setns", "unshare", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load",
    "reboot", "swapon", "swapoff", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "syslog", "acct",
    "quotactl", "quotactl_fd", "iopl", "ioperm", "sethostname", "setdomainname", "vhangup"};

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

}  // namespace

bool install_syscall_filter() {
  const Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  if (!filter) return false;
  bool complete = true;
  for (const char* const name : denied) complete &= deny(filter, EPERM, name);
  // clone3 hides its flags from filters; the C library falls back to clone.
  complete &= deny(filter, ENOSYS, "clone3");
  complete &= deny(filter, EPERM, "clone", argument(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  const auto self = static_cast<scmp_datum_t>(getpid());
  for (const char* const name : {"kill", "tgkill", "rt_tgsigqueueinfo"})
    complete &= deny(filter, EPERM, name, argument(0, SCMP_CMP_NE, self));
  complete &= deny(filter, EPERM, "prlimit64", argument(0, SCMP_CMP_NE, 0));
  complete &= deny(filter, EPERM, "prctl", argument(0, SCMP_CMP_EQ, PR_SET_DUMPABLE));
  for (const int command : {F_SETOWN, F_SETOWN_EX})  // who is sent a signal when a descriptor is ready
    complete &= deny(filter, EPERM, "fcntl", argument(1, SCMP_CMP_EQ, static_cast<scmp_datum_t>(command)));
  seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_SSB, 1);  // without the slow mitigations of older systems
  return seccomp_load(filter.get()) == 0 && complete;
}

}  // namespace assay::impls::worker
