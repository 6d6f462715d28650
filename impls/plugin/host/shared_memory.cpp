// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/shared_memory.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "impls/plugin/host/descriptor.hpp"
#include "reference/model/contract.hpp"

namespace assay::impls::sandbox {

/// One range of addresses, in a list that only grows: the handler may walk it at any moment. `begin` is written last
/// when a range comes and first when it goes; 0: free.
struct SharedMemory::Watched {
  std::atomic<std::uintptr_t> begin{0}, end{0};
  std::atomic<bool> lost{false};
  Watched* next = nullptr;
};

/// What a signal handler can reach is global.
class Watch {
 public:
  using Watched = SharedMemory::Watched;

  static Watched* add(const std::byte* data, std::uint64_t bytes) {
    const std::lock_guard lock(mutex);
    if (!installed) installed = install();
    Watched* entry = first.load();
    while (entry && entry->begin.load() != 0) entry = entry->next;
    if (!entry) {
      entry = new Watched;
      entry->next = first.load();
      first.store(entry);
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    entry->lost.store(false);
    entry->end.store(begin + bytes);
    entry->begin.store(begin);
    return entry;
  }

  static void remove(Watched& entry) { entry.begin.store(0); }

 private:
  static bool install() {
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGBUS, &action, &before) == 0;
  }

  // Calls only what is safe in a handler.
  static void on_bus_error(int signal, siginfo_t* info, void*) {
    const int error = errno;
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    const bool of_the_processor = info->si_code > 0;
    for (Watched* entry = first.load(); of_the_processor && entry; entry = entry->next) {
      const std::uintptr_t begin = entry->begin.load(), end = entry->end.load();
      if (begin == 0 || address < begin || address >= end) continue;
      entry->lost.store(true);
      constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
      void* const again = mmap(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE, flags, -1, 0);
      errno = error;
      if (again != MAP_FAILED) return;
    }
    sigaction(SIGBUS, &before, nullptr);
    if (!of_the_processor) raise(signal);  // one that somebody sent does not come again by itself
  }

  static std::mutex mutex;
  static bool installed;
  static struct sigaction before;
  static std::atomic<Watched*> first;
};

std::mutex Watch::mutex;
bool Watch::installed = false;
struct sigaction Watch::before {};
std::atomic<SharedMemory::Watched*> Watch::first{nullptr};

namespace {

struct Trouble {
  const char* purpose;
  [[noreturn]] void end(const char* what) const {
    throw EnvironmentError(std::string(purpose) + ": " + what + ": " + std::strerror(errno));
  }
};

}  // namespace

SharedMemory::SharedMemory(const char* purpose, std::uint64_t bytes, Writers writers)
    : bytes_(bytes),
      descriptor_(lifted(Descriptor(memfd_create("shared", MFD_CLOEXEC | MFD_ALLOW_SEALING)))) {
  const Trouble trouble{purpose};
  if (!descriptor_) trouble.end("memfd");
  if (ftruncate(descriptor(), static_cast<off_t>(bytes)) != 0) trouble.end("size");
  // Before the seals, one of which lets nobody map it for writing from then on.
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor(), 0);
  if (memory == MAP_FAILED) trouble.end("mmap");
  data_ = static_cast<std::byte*>(memory);
  const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (fcntl(descriptor(), F_ADD_SEALS, writers == Writers::Ourselves ? seals | F_SEAL_FUTURE_WRITE : seals) != 0) {
    const int error = errno;
    munmap(memory, bytes);
    errno = error;
    trouble.end("seals");
  }
  watched_ = Watch::add(data_, bytes_);
}

SharedMemory::~SharedMemory() {
  Watch::remove(*watched_);
  munmap(data_, bytes_);
}

bool SharedMemory::lost() const { return watched_->lost.load(); }

}  // namespace assay::impls::sandbox
