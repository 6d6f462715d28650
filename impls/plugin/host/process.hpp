// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

#include "impls/plugin/host/sandbox.hpp"
#include "impls/plugin/host/descriptor.hpp"
#include "impls/plugin/host/shared_memory.hpp"
#include "impls/plugin/worker/crash_record.hpp"
#include "impls/plugin/wire.hpp"

namespace assay::impls::sandbox {

/// How a worker ended or was ended.
struct Death {
  enum class How { Signal, Exit, WallTime, CpuTime, Garbled };
  How how = How::Exit;
  int number = 0;  ///< signal or exit code
  worker::CrashRecord record;
  std::string said;                 ///< the end of what it wrote to standard output and error
  std::uint64_t memory_bytes = 0;   ///< that it had of its own when a limit ended it
  std::uint64_t halfway_bytes = 0;  ///< and after half of its time
};

/// A running assay-worker. Killed, with all it started, when this ends.
class Process {
 public:
  /// Throws EnvironmentError when the program cannot be started.
  explicit Process(const SandboxOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Ask and wait for the answer, at first as long as loading may take. Throws Death.
  /// `fd` goes along with the question; nothing but bytes comes back.
  std::vector<std::byte> ask(const worker::Packer& question, int fd = -1);

  /// The library is there: from now on an answer may take as long as a call.
  void loaded() { seconds_ = limits_.seconds; }

  /// Threads that it has now; 0: unknown.
  std::size_t threads() const;
  /// Wait until it has no more than so many, but not for ever: a pool stays. Throws Death when it ends meanwhile.
  void settle(std::size_t threads);

 private:
  void start(const SandboxOptions& options, int socket, int output);
  /// Whether an answer is there; false: the worker closed the socket. Throws Death at a limit.
  bool wait_for_answer();
  [[noreturn]] void end(Death::How how, std::uint64_t halfway_bytes = 0);
  [[noreturn]] void bury();
  std::string said() const;
  const worker::CrashRecord& record() const;

  SandboxOptions limits_;
  double seconds_ = 0;  ///< how long an answer may take now
  pid_t pid_ = -1;
  std::string tasks_;  ///< the folder that has one folder a thread
  SharedMemory control_;
  Descriptor socket_;
  Descriptor output_;
};

}  // namespace assay::impls::sandbox
