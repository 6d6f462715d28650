// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/cuda/emulator/site.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

void block_barrier(Site site);
/// The barrier `id` of the block, complete when `threads` have arrived; waits for that if told to.
void named_barrier(int id, int threads, bool wait, Site site);
/// Orders what the thread did before its later atomics, for whoever sees these and has a fence behind.
void fence(Site site);

}  // namespace assay::emulator

inline void __syncthreads(assay::emulator::Site site) { assay::emulator::block_barrier(site); }
#define __syncthreads() __syncthreads(ASSAY_SIMT_SITE)
inline void __threadfence(assay::emulator::Site site = assay::emulator::Site::here()) { assay::emulator::fence(site); }

namespace assay::simt {

/// bar.sync: waits until `threads`, a multiple of 32, have arrived at barrier `id`, 1 to 15.
inline void named_barrier_sync(int id, int threads, emulator::Site site = emulator::Site::here()) {
  emulator::named_barrier(id, threads, true, site);
}
/// bar.arrive: arrives and goes on.
inline void named_barrier_arrive(int id, int threads, emulator::Site site = emulator::Site::here()) {
  emulator::named_barrier(id, threads, false, site);
}

}  // namespace assay::simt
#pragma GCC visibility pop
