// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay::emulator {

/// What each thread of a block knows of what the others have done: vector clocks, cheap where all meet. Time goes on
/// from block to block of a launch, so that what an earlier block did is never taken for new.
class Clocks {
 public:
  void begin(unsigned threads) {
    threads_ = threads;
    now_.assign(threads, 1);
    base_.assign(threads, 0);
    seen_.assign(std::size_t{threads} * threads, 0);
    wide_ = false;
  }

  std::uint32_t now(unsigned thread) const { return now_[thread]; }

  /// Whether what `other` did at that time comes before what `thread` does now.
  bool known(unsigned thread, unsigned other, std::uint32_t time) const {
    return thread == other || time <= base_[other] || time <= row(thread)[other];
  }

  /// All threads know all.
  void meet() {
    base_ = now_;
    for (std::uint32_t& time : now_) ++time;
    wide_ = false;
  }

  /// What `before` know and did is known to `after`.
  void order(std::span<const unsigned> before, std::span<const unsigned> after);

  /// What the thread knows now; its own later deeds are not in it.
  std::vector<std::uint32_t> snapshot(unsigned thread);
  void learn(unsigned thread, std::span<const std::uint32_t> known);

 private:
  std::uint32_t* row(unsigned thread) { return seen_.data() + std::size_t{thread} * threads_; }
  const std::uint32_t* row(unsigned thread) const { return seen_.data() + std::size_t{thread} * threads_; }

  unsigned threads_ = 0;
  std::vector<std::uint32_t> now_;
  std::vector<std::uint32_t> base_;  ///< known to all since the last meeting
  std::vector<std::uint32_t> seen_;  ///< a row a thread, beyond base_
  bool wide_ = false;  ///< since that meeting something was ordered beyond a warp, so that rows differ beyond it
};

}  // namespace assay::emulator
