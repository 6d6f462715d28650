// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/confine.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <asm/sockios.h>

#include "impls/plugin/worker/child_process.hpp"

namespace assay::impls::worker {
namespace {

namespace fs = std::filesystem;

/// A folder that everybody may read, with one file in it.
class Folder {
 public:
  explicit Folder(mode_t mode = 0755) {
    char name[] = "/tmp/assay_confine_XXXXXX";
    path_ = mkdtemp(name);
    std::ofstream(file()) << "the judge's";
    chmod(path_.c_str(), mode);
    descriptor_ = open(file().c_str(), O_RDWR);
  }
  ~Folder() {
    close(descriptor_);
    fs::remove_all(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }
  fs::path file() const { return path_ / "file"; }
  int descriptor() const { return descriptor_; }  ///< of the file, opened before

 private:
  fs::path path_;
  int descriptor_ = -1;
};

int error_of(bool success) { return success ? 0 : errno; }

int opens(const std::string& path, int flags) { return error_of(open(path.c_str(), flags, 0600) >= 0); }

int first_error(std::initializer_list<int> errors) { return std::ranges::min(errors) == 0 ? 0 : *errors.begin(); }

std::string of_parent(const char* name) { return "/proc/" + std::to_string(getppid()) + "/" + name; }

const char secret[] = "the parent's";

int reads_parents_memory() {
  char copy[sizeof secret];
  const iovec here{copy, sizeof copy}, there{const_cast<char*>(secret), sizeof secret};
  return error_of(process_vm_readv(getppid(), &here, 1, &there, 1, 0) > 0);
}

int traces_parent() {
  if (ptrace(PTRACE_SEIZE, getppid(), nullptr, nullptr) != 0) return errno;
  ptrace(PTRACE_DETACH, getppid(), nullptr, nullptr);
  return 0;
}

int forks() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  return error_of(child > 0);
}

int spawns() {
  pid_t child = 0;
  char name[] = "true";
  char* const arguments[] = {name, nullptr};
  char* const environment[] = {nullptr};
  return posix_spawn(&child, "/bin/true", nullptr, nullptr, arguments, environment);
}

/// Something that a kernel must not be able to do: an errno, 0 if it could. `protection` is what stands against it.
struct Attempt {
  const char* name;
  const char* protection;
  int (*make)(const Folder&);
};

const Attempt attempts[] = {
    {"OpensASocket", "no system call", [](const Folder&) { return error_of(socket(AF_INET, SOCK_STREAM, 0) >= 0); }},
    {"OpensALocalSocket", "no system call",
     [](const Folder&) { return error_of(socket(AF_UNIX, SOCK_STREAM, 0) >= 0); }},
    {"Forks", "no system call", [](const Folder&) { return forks(); }},
    {"SpawnsAProgram", "no system call", [](const Folder&) { return spawns(); }},
    {"ReadsParentsMemory", "no system call", [](const Folder&) { return reads_parents_memory(); }},
    {"TracesParent", "no system call", [](const Folder&) { return traces_parent(); }},
    {"SignalsParent", "no system call", [](const Folder&) { return error_of(kill(getppid(), 0) == 0); }},
    {"KeepsSharedMemory", "no system call",
     [](const Folder&) {
       const int id = shmget(IPC_PRIVATE, 1, 0600);
       const int error = error_of(id >= 0);
       shmctl(id, IPC_RMID, nullptr);
       return error;
     }},
    {"SendsSignalsByADescriptorsOwner", "no system call",
     [](const Folder&) {
       int ends[2];
       int owner = getppid();
       if (pipe(ends) != 0) return 0;
       return first_error({error_of(fcntl(ends[0], F_SETOWN, owner) == 0),
                           error_of(fcntl(ends[0], F_SETSIG, SIGURG) == 0),
                           error_of(ioctl(ends[0], FIOASYNC, &owner) == 0)});
     }},
    {"SendsSignalsByACommandWithMoreBits", "no system call",
     [](const Folder&) {
       int ends[2];
       if (pipe(ends) != 0) return 0;
       constexpr long ignored_bit = 1L << 32;
       return error_of(syscall(SYS_fcntl, ends[0], F_SETOWN | ignored_bit, getppid()) == 0);
     }},
    {"NamesAnOwnerByIoctl", "no system call",
     [](const Folder&) {
       int ends[2];
       int owner = getppid();
       if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 0;
       const int by_file = error_of(ioctl(ends[0], FIOSETOWN, &owner) == 0);
       return first_error({by_file, error_of(ioctl(ends[0], SIOCSPGRP, &owner) == 0)});
     }},
    {"QueuesASignalForTheParent", "no system call",
     [](const Folder&) {
       siginfo_t info{};
       info.si_code = SI_QUEUE;
       return error_of(syscall(SYS_rt_sigqueueinfo, getppid(), 0, &info) == 0);
     }},
    {"SchedulesTheParent", "no system call",
     [](const Folder&) {
       const sched_param none{};
       return error_of(sched_setscheduler(getppid(), sched_getscheduler(getppid()), &none) == 0);
     }},
    {"OrdersTheParentsReads", "no system call",
     [](const Folder&) {
       constexpr int of_a_process = 1, best_effort = 2 << 13 | 4;
       return error_of(syscall(SYS_ioprio_set, of_a_process, getppid(), best_effort) == 0);
     }},
    {"MakesAMemoryFile", "no system call", [](const Folder&) { return error_of(memfd_create("x", 0) >= 0); }},
    {"SharesAnonymousMemory", "no system call",
     [](const Folder&) {
       return error_of(mmap(nullptr, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
     }},
    {"ShortensAFile", "no system call", [](const Folder& f) { return error_of(ftruncate(f.descriptor(), 0) == 0); }},
    {"ReservesInAFile", "no system call",
     [](const Folder& f) { return error_of(fallocate(f.descriptor(), 0, 0, 1) == 0); }},
    {"ChangesAFilesRights", "no system call",
     [](const Folder& f) { return error_of(fchmod(f.descriptor(), 0644) == 0); }},
    {"BecomesTraceable", "no system call", [](const Folder&) { return error_of(prctl(PR_SET_DUMPABLE, 1) == 0); }},
    {"RemovesAFile", "no system call", [](const Folder& f) { return error_of(unlink(f.file().c_str()) == 0); }},
    {"OpensParentsMemory", "no Landlock", [](const Folder&) { return opens(of_parent("mem"), O_RDONLY); }},
    {"ReadsParentsCommandLine", "no Landlock", [](const Folder&) { return opens(of_parent("cmdline"), O_RDONLY); }},
    {"ListsParentsFolder", "no Landlock", [](const Folder&) { return opens(of_parent("cwd"), O_RDONLY); }},
    {"ReadsAFile", "no Landlock", [](const Folder& f) { return opens(f.file(), O_RDONLY); }},
    {"WritesAFile", "no Landlock", [](const Folder& f) { return opens(f.file(), O_WRONLY); }},
    {"MakesAFile", "no Landlock", [](const Folder& f) { return opens(f.path() / "x", O_CREAT | O_WRONLY); }},
    {"MakesASharedFile", "no Landlock", [](const Folder&) { return opens("/dev/shm", O_TMPFILE | O_RDWR); }},
};

class Confined : public testing::TestWithParam<Attempt> {};

/// The protections that this system refused, or "".
std::string lost(const std::vector<std::string>& fragments, const std::string& protection) {
  for (const std::string& fragment : fragments)
    if (fragment.find(protection) != std::string::npos) return fragment;
  return "";
}

constexpr const char* skipped = "skipped: ";

/// What an action says in a child of an ordinary process of the same user, so that no difference of users protects.
std::string beside_one_of_the_same_user(const std::function<std::string(const Folder&)>& action) {
  return in_child([&] {
           constexpr uid_t nobody = 65534;
           if (geteuid() == 0 && (setresgid(nobody, nobody, nobody) != 0 || setresuid(nobody, nobody, nobody) != 0))
             return std::string("no other user");
           prctl(PR_SET_DUMPABLE, 1);  // which a change of user takes away
           const Folder folder;
           const Ending ending = in_child([&] { return action(folder); });
           return ending.signal() == 0 ? ending.said : "";
         })
      .said;
}

TEST_P(Confined, IsRefusedWhatItCouldDoBefore) {
  const Attempt& attempt = GetParam();
  const std::string free =
      beside_one_of_the_same_user([&](const Folder& f) { return std::to_string(attempt.make(f)); });
  if (free != "0") GTEST_SKIP() << "this system refuses it to everyone: errno " << free;
  const std::string confined = beside_one_of_the_same_user([&](const Folder& folder) {
    const std::string missing = lost(confine(0, {}), attempt.protection);
    return missing.empty() ? std::to_string(attempt.make(folder)) : skipped + missing;
  });
  if (confined.starts_with(skipped)) GTEST_SKIP() << confined;
  EXPECT_NE(confined, "");
  EXPECT_NE(confined, "0");
}

INSTANTIATE_TEST_SUITE_P(Confine, Confined, testing::ValuesIn(attempts),
                         [](const auto& made) { return std::string(made.param.name); });

TEST(Confine, WhatItWasGivenCanBeReadButNotWritten) {
  const Folder folder;
  const Ending ending = in_child([&] {
    const std::string missing = lost(confine(0, {folder.path()}), "no Landlock");
    if (!missing.empty()) return skipped + missing;
    return std::to_string(opens(folder.file(), O_RDONLY)) + " " + std::to_string(opens(folder.file(), O_RDWR));
  });
  if (ending.said.starts_with(skipped)) GTEST_SKIP() << ending.said;
  EXPECT_EQ(ending.said, "0 " + std::to_string(EACCES));
}

TEST(Confine, ALibraryMayReadItsNeighboursOfItsKindOnly) {
  const Folder folder;
  for (const char* const name : {"mine.so", "libneeded.so.1"}) std::ofstream(folder.path() / name) << "a library";
  const Ending ending = in_child([&] {
    const std::string missing = lost(confine(0, library_files(folder.path() / "mine.so")), "no Landlock");
    if (!missing.empty()) return skipped + missing;
    std::string seen;
    for (const char* const name : {"mine.so", "libneeded.so.1", "file"})
      seen += opens(folder.path() / name, O_RDONLY) == 0 ? "read " : "refused ";
    return seen;
  });
  if (ending.said.starts_with(skipped)) GTEST_SKIP() << ending.said;
  EXPECT_EQ(ending.said, "read read refused ");
}

TEST(Confine, FoldersThatPackagesAddToTheLoadersAreKnown) {
  const Folder folder;
  std::ofstream(folder.path() / "cuda.conf") << "# the toolkit\n/usr/local/cuda/lib\ninclude more\n\n/opt/lib\n";
  const std::vector<std::filesystem::path> expected{"/usr/local/cuda/lib", "/opt/lib"};
  EXPECT_EQ(configured_folders(folder.path()), expected);
  EXPECT_TRUE(configured_folders(folder.path() / "none").empty());
}

TEST(Confine, WhatASystemRefusesIsNamedAndTheRestGoesOn) {
  const Ending ending = in_child([]() -> std::string {
    if (!refuses_confinement_from_now_on()) return skipped + std::string("no filter to refuse with");
    std::string all;
    for (const std::string& fragment : confine(0, {})) all += fragment + "\n";
    return all;
  });
  if (ending.said.starts_with(skipped)) GTEST_SKIP() << ending.said;
  EXPECT_THAT(ending.said, testing::HasSubstr("no Landlock: "));
  EXPECT_THAT(ending.said, testing::HasSubstr("no system call filter: "));
}

TEST(Confine, ThreadsAndLibrariesGoOnWorking) {
  const Ending ending = in_child([]() -> std::string {
    confine(std::uint64_t{4} << 30, {});
    int answer = 0;
    std::thread([&] { answer = 6; }).join();
    void* const library = dlopen("libm.so.6", RTLD_NOW);
    if (!library || answer != 6) return "no";
    const auto cosine = reinterpret_cast<double (*)(double)>(dlsym(library, "cos"));
    return cosine && cosine(0) == 1 && kill(getpid(), 0) == 0 ? "yes" : "no";
  });
  EXPECT_EQ(ending.said, "yes");
}

TEST(Confine, AbortStillEndsTheProcess) {
  EXPECT_EQ(in_child([]() -> std::string {
              confine(0, {});
              std::abort();
            }).signal(),
            SIGABRT);
}

TEST(Confine, MemoryEndsAtTheLimit) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the address sanitizer reserves more than any limit";
#endif
  constexpr std::size_t limit = std::size_t{1} << 30;
  const auto obtainable = [](std::size_t bytes) {
    void* const memory = std::malloc(bytes);
    std::free(memory);
    return memory != nullptr;
  };
  const Ending ending = in_child([&]() -> std::string {
    if (!obtainable(limit)) return "not even before";
    const std::vector<std::string> fragments = confine(limit, {});
    if (!lost(fragments, "memory").empty()) return "lost";
    return obtainable(limit / 2) && !obtainable(limit) ? "limited" : "unlimited";
  });
  EXPECT_EQ(ending.said, "limited");
}

TEST(Confine, LeavesNoCoreDump) {
  const Ending ending = in_child([]() -> std::string {
    confine(0, {});
    rlimit core{1, 1};
    getrlimit(RLIMIT_CORE, &core);
    return core.rlim_max == 0 && prctl(PR_GET_DUMPABLE) == 0 ? "none" : "some";
  });
  EXPECT_EQ(ending.said, "none");
}

TEST(Confine, RootBecomesNobody) {
  if (geteuid() != 0) GTEST_SKIP() << "not started as root";
  const Folder folder;
  const Ending ending = in_child([&] {
    const std::string missing = lost(confine(0, {folder.path(), folder.file()}), "user");
    return missing.empty() ? std::to_string(geteuid()) + (setuid(0) == 0 ? " and back" : "") : skipped + missing;
  });
  if (ending.said.starts_with(skipped)) GTEST_SKIP() << ending.said;
  EXPECT_EQ(ending.said, "65534");
}

TEST(Confine, RootStaysWithoutPrivilegesWhereNobodyCannotReadTheLibrary) {
  if (geteuid() != 0) GTEST_SKIP() << "not started as root";
  const Folder folder(0700);
  const Ending ending = in_child([&] {
    const std::vector<std::string> fragments = confine(0, {folder.path()});
    const bool readable = opens(folder.file(), O_RDONLY) == 0;
    return std::to_string(geteuid()) + (readable ? " reads, " : " reads not, ") + (chroot("/") == 0 ? "rules, " : "") +
           lost(fragments, "only root can read");
  });
  EXPECT_EQ(ending.said, "0 reads, the library lies where only root can read: the kernel keeps root's files in reach");
}

}  // namespace
}  // namespace assay::impls::worker
