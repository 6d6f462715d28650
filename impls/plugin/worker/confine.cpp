// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/confine.hpp"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "impls/plugin/worker/landlock.hpp"
#include "impls/plugin/worker/syscall_filter.hpp"

namespace assay::impls::worker {
namespace {

using Paths = std::vector<std::filesystem::path>;

constexpr uid_t nobody = 65534;
constexpr rlim_t open_files = 256;

bool limit(__rlimit_resource resource, rlim_t value) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return false;
  now.rlim_cur = now.rlim_max = std::min(value, now.rlim_max);
  return setrlimit(resource, &now) == 0;
}

void limit_resources(std::uint64_t memory_bytes, bool drivers, std::vector<std::string>& lost) {
  if (!limit(RLIMIT_CORE, 0)) lost.emplace_back("no limit on core dumps: a crash may leave one");
  if (!limit(RLIMIT_NOFILE, open_files)) lost.emplace_back("no limit on open files");
  // Of writing to files: a word to a file that cannot take it is an error, and not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  if (!limit(RLIMIT_FSIZE, 0)) lost.emplace_back("no limit on the size of files");
  if (memory_bytes == 0) return;
#if defined(__SANITIZE_ADDRESS__)
  lost.emplace_back("no memory limit: the address sanitizer reserves more than any limit");
#else
  // Drivers reserve address space without end; what is written to counts as data.
  const bool limited = limit(RLIMIT_DATA, memory_bytes);
  if (!limited || (!drivers && !limit(RLIMIT_AS, memory_bytes))) lost.emplace_back("no memory limit");
#endif
}

/// Folders of the program loader and files that ordinary libraries ask for.
Paths with_system_folders(Paths readable) {
  for (const char* const path :
       {"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
        "/dev/urandom", "/dev/random", "/sys/devices/system/cpu", "/sys/devices/system/node", "/proc/cpuinfo",
        "/proc/meminfo", "/proc/self/maps", "/proc/driver/nvidia", "/sys/class/kfd", "/sys/devices/virtual/kfd"})
    readable.emplace_back(path);
  for (const auto& folder : configured_folders("/etc/ld.so.conf.d")) readable.push_back(folder);
  const char* const searched = std::getenv("LD_LIBRARY_PATH");
  std::stringstream folders(searched ? searched : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty()) readable.emplace_back(folder);
  return readable;
}

bool reachable(const std::filesystem::path& path) {
  std::error_code ignored;
  const int wanted = std::filesystem::is_directory(path, ignored) ? R_OK | X_OK : R_OK;
  return faccessat(AT_FDCWD, path.c_str(), wanted, AT_EACCESS) == 0;
}

/// Uid 0 without one privilege, which may not even look into its parent.
bool drop_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  return syscall(SYS_capset, &header, &none) == 0;
}

/// Whether this process is another user than the judge from now on.
bool drop_privileges(const Paths& readable, std::vector<std::string>& lost) {
  if (geteuid() != 0) return false;
  if (setgroups(0, nullptr) != 0 || setresgid(nobody, nobody, nobody) != 0 || setresuid(nobody, nobody, 0) != 0) {
    drop_capabilities();
    lost.emplace_back("no unprivileged user: the kernel runs as root");
    return false;
  }
  if ((readable.empty() || reachable(readable.front())) && setresuid(nobody, nobody, nobody) == 0) return true;
  const bool harmless = setresuid(0, 0, 0) == 0 && drop_capabilities();
  lost.emplace_back(harmless ? "the library lies where only root can read: the kernel keeps root's files in reach"
                             : "no unprivileged user: the kernel runs as root");
  return false;
}

/// By effect: what is open, not which interface is missing. `landlock`: its version, 0 where it is not enforced.
void name_lost_walls(long landlock, bool filtered, bool same_user, std::vector<std::string>& lost) {
  constexpr long keeps_files_whole = 3, keeps_signals_inside = 6;
  if (landlock == 0) lost.emplace_back("no Landlock: files of this user are open to the kernel");
  if (!filtered)
    lost.emplace_back(std::string("no system call filter: sockets, new processes, memory that no limit counts and ") +
                      (same_user ? "other processes of this user, the judge too, " : "other processes ") +
                      "are open to the kernel");
  if (landlock > 0 && landlock < keeps_files_whole && same_user)
    lost.emplace_back("Landlock of version " + std::to_string(landlock) +
                      ": a file that the kernel may read it can also empty where this user may write it");
  if (filtered && landlock < keeps_signals_inside && same_user)
    lost.emplace_back("only the system call filter holds back signals to processes of this user, the judge too");
}

}  // namespace

std::vector<std::filesystem::path> library_files(const std::filesystem::path& library) {
  std::vector<std::filesystem::path> files{library};
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(library.parent_path(), unreadable)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".so") || name.find(".so.") != std::string::npos) files.push_back(entry.path());
  }
  return files;
}

std::vector<std::filesystem::path> configured_folders(const std::filesystem::path& configuration) {
  std::vector<std::filesystem::path> folders;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(configuration, unreadable)) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);)
      if (line.starts_with('/')) folders.emplace_back(line);
  }
  return folders;
}

std::vector<std::string> confine(std::uint64_t memory_bytes, const std::vector<std::filesystem::path>& readable) {
  std::vector<std::string> lost;
  const int ruleset = landlock_ruleset(with_system_folders(readable));  // while every folder can still be opened
  const bool drivers = !gpu_devices().empty();
  limit_resources(memory_bytes, drivers, lost);
  const bool same_user = !drop_privileges(readable, lost);
  prctl(PR_SET_DUMPABLE, 0);  // after the change of user, which resets it
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const bool locked = landlock_enforce(ruleset), filtered = install_syscall_filter(drivers);
  name_lost_walls(locked ? landlock_version() : 0, filtered, same_user, lost);
  return lost;
}

}  // namespace assay::impls::worker
