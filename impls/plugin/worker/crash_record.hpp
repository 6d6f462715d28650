// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

namespace assay::impls::worker {

/// What a dying process left in memory shared with the judge. Begins as zeros; signal 0: it did not get to write it.
struct CrashRecord {
  std::int32_t signal = 0;
  std::int32_t code = 0;              ///< si_code: SEGV_MAPERR (nothing there), SEGV_ACCERR (protected), ...
  std::uint64_t address = 0;          ///< that could not be reached, for SIGSEGV and SIGBUS
  std::uint64_t instruction = 0;      ///< address of the instruction; 0: unknown
  std::int32_t write = -1;            ///< 1: that access was a write, 0: a read, -1: unknown
  std::int32_t memory_exhausted = 0;  ///< 1: an eighth of the memory limit was not to be had any more
};
static_assert(std::is_trivially_copyable_v<CrashRecord>);

/// From now on SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS and SIGTRAP fill the record, once, on a stack of their
/// own for the calling thread (so that its overflow is told too), and then end the process as they do by default.
void install_crash_record(CrashRecord* shared);

}  // namespace assay::impls::worker
