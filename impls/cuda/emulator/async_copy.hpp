// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/cuda/emulator/site.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// The bytes arrive when this thread waits for their group; until then the destination holds NaN.
void copy_async(void* shared, const void* global, unsigned bytes, Site site);
void commit_copies();
/// Waits until at most `keep` groups of this thread are under way.
void wait_for_copies(unsigned keep);

}  // namespace assay::emulator

namespace assay::simt {

/// cp.async of 16 bytes, both addresses multiples of 16.
inline void cp_async16(void* shared, const void* global, emulator::Site site = emulator::Site::here()) {
  emulator::copy_async(shared, global, 16, site);
}
inline void cp_async_commit() { emulator::commit_copies(); }
/// cp.async.wait_group: for this thread's copies; others see them after a barrier behind it.
template <int Keep>
void cp_async_wait() {
  static_assert(Keep >= 0);
  emulator::wait_for_copies(Keep);
}

}  // namespace assay::simt
#pragma GCC visibility pop
