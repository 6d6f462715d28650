// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "impls/kernel.hpp"

namespace assay::impls {

/// What a kernel from outside may use, and where the program is in which it runs.
struct SandboxOptions {
  double seconds = 10;                                  ///< wall time of one call
  double cpu_seconds = 60;                              ///< CPU time of one call, all threads
  double load_seconds = 30;                             ///< wall time until the library is loaded
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;  ///< address space of its process
  /// Empty: $ASSAY_WORKER, else beside this program, else in bin/ beside the folder of Assay's library, else as built
  /// or installed.
  std::filesystem::path worker;
};

/// A shared library with the plug-in ABI as a kernel named as its path was given. Calls go to persistent processes, one
/// a calling thread, which are replaced after any fault. Throws EnvironmentError, in one line, for a library that
/// cannot be used: missing, no shared library, of another architecture or ABI version, without the symbol, dying while
/// it is loaded.
///
/// Tensors lie between unmapped pages, aligned to either end; inputs cannot be written; a small problem is called in
/// every layout that the kernel takes, a larger one in two that guard different ends. run() throws KernelFault of kind
///   "crash"               a signal; where says which, and what was touched
///   "out of bounds read", "out of bounds write"   tensor, slice (a batch and head) and distance
///   "input written"       tensor and slice
///   "written after return" by something that a call left running; threads that it left are waited for a while
///   "memory taken away"   a tensor's shared memory is gone, against its seals
///   "output unwritten"    in formats without a spare NaN; elsewhere the caller sees it
///   "hang", "exit", "exception", "error status", "refused"
///   "memory"              used up, or ever more of it taken until the time was
///   "not called"          it used up its time too often
///   "caller state"        rounding mode, flush-to-zero, signal handlers left changed
/// Each is run again alone in a new process before it is reported; where says so when it did not come again.
KernelPointer plugin_kernel(const std::filesystem::path& library, const SandboxOptions& options = {});

}  // namespace assay::impls
