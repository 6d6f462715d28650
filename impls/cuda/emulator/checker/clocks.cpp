// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/checker/clocks.hpp"

#include <algorithm>

namespace assay::emulator {

void Clocks::order(std::span<const unsigned> before, std::span<const unsigned> after) {
  if (before.empty()) return;
  const unsigned warp = before.front() / 32;
  const auto elsewhere = [&](unsigned thread) { return thread / 32 != warp; };
  wide_ |= std::ranges::any_of(before, elsewhere) || std::ranges::any_of(after, elsewhere);
  const unsigned begin = wide_ ? 0 : warp * 32;
  const unsigned end = wide_ ? threads_ : std::min(threads_, begin + 32);
  std::vector<std::uint32_t> joined(end - begin, 0);
  for (const unsigned thread : before) {
    const std::uint32_t* known = row(thread);
    for (unsigned n = begin; n < end; ++n) joined[n - begin] = std::max(joined[n - begin], known[n]);
    joined[thread - begin] = std::max(joined[thread - begin], now_[thread]);
  }
  for (const unsigned thread : after) {
    std::uint32_t* known = row(thread);
    for (unsigned n = begin; n < end; ++n) known[n] = std::max(known[n], joined[n - begin]);
  }
  for (const unsigned thread : before) ++now_[thread];
}

std::vector<std::uint32_t> Clocks::snapshot(unsigned thread) {
  std::vector<std::uint32_t> known(row(thread), row(thread) + threads_);
  for (unsigned n = 0; n < threads_; ++n) known[n] = std::max(known[n], base_[n]);
  known[thread] = now_[thread]++;
  return known;
}

void Clocks::learn(unsigned thread, std::span<const std::uint32_t> known) {
  for (unsigned n = 0; n < threads_; ++n) row(thread)[n] = std::max(row(thread)[n], known[n]);
  wide_ = true;
}

}  // namespace assay::emulator
