// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::emulator {

/// What a kernel did that CUDA does not allow. to_text() gives the fixed words that reports begin with.
enum class Kind {
  SharedRace,
  GlobalRace,
  SharedOutOfBounds,
  GlobalOutOfBounds,
  ArrayOutOfBounds,  ///< of fixed length, in registers or static shared memory
  UninitialisedShared,
  ShuffleMask,
  DivergentBarrier,
  ExitedBeforeBarrier,
  CarveMismatch,
  MisalignedAccess,
  PendingCopyRead,
  NoProgress,
};
const char* to_text(Kind kind);

/// One finding. Of findings of one kind at one place only the first is kept.
struct Report {
  Kind kind;
  std::string text;  ///< "shared race: thread 1 (warp 0 lane 1) of block (0,0,0) reads ..."
};

/// What a launch did, for benchmarks and tests.
struct Counts {
  std::uint64_t switches = 0;         ///< from thread to thread
  std::uint64_t block_barriers = 0;   ///< completed, over all blocks
  std::uint64_t warp_operations = 0;  ///< completed
  std::uint64_t accesses = 0;         ///< loads and stores that the checker saw
};

struct Outcome {
  std::string refused;  ///< why the launch could not begin; empty: it began
  std::vector<Report> reports;
  Counts counts;

  bool clean() const { return refused.empty() && reports.empty(); }
  /// One line: why it was refused, or the first report and how many more there are; empty if clean.
  std::string text() const;
};

}  // namespace assay::emulator
