// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/barriers.hpp"

#include <string>

#include "impls/cuda/emulator/machine.hpp"

namespace assay::emulator {
namespace {

/// Divergence is told when a thread meets others that wait elsewhere, though hardware may let them pass together: the
/// programming guide leaves undefined what a barrier in divergent code does.
void check_site(const Thread& own, Site site) {
  Machine& m = machine();
  if (m.barrier_site == site || is_reported(Kind::DivergentBarrier, site)) return;
  report(Kind::DivergentBarrier, site,
         who(own) + " waits in __syncthreads at " + to_text(site, m.barrier_site) +
             ", others of its block in the one at " + to_text(m.barrier_site, site));
}

void check_nobody_left(Site site) {
  Machine& m = machine();
  if (m.alive == m.threads.size() || is_reported(Kind::ExitedBeforeBarrier, site)) return;
  for (const Thread& t : m.threads)
    if (t.state == Thread::State::Exited)
      return report(Kind::ExitedBeforeBarrier, site,
                    who(t) + " returned before __syncthreads at " + to_text(site) + ", where " +
                        std::to_string(m.alive) + " threads wait");
}

void complete(NamedBarrier& barrier) {
  Machine& m = machine();
  if (m.launch.observer) m.launch.observer->order(barrier.arrived, barrier.waiting);
  note_turn(false, barrier.site);
  for (unsigned warp = 0; warp < m.warps.size(); ++warp) {
    unsigned lanes = 0;
    for (const unsigned number : barrier.waiting)
      if (number / 32 == warp) lanes |= 1u << number % 32;
    make_ready(warp, lanes);
  }
  const unsigned round = barrier.round + 1;
  barrier = {};
  barrier.round = round;
}

/// Whether a barrier with that number and that many threads could ever complete.
bool can_complete(const Thread& own, int id, int threads, Site site, const NamedBarrier* barrier) {
  const auto all = static_cast<int>(machine().threads.size());
  std::string wrong;
  if (id < 1 || id > 15)
    wrong = ": want 1 to 15 (0 is __syncthreads)";
  else if (threads < 32 || threads % 32 != 0 || threads > (all + 31) / 32 * 32)
    wrong = " of " + std::to_string(threads) + " threads: want a multiple of 32, at most the block's";
  else if (barrier->threads != 0 && barrier->threads != static_cast<unsigned>(threads))
    wrong = " of " + std::to_string(threads) + " threads, others of " + std::to_string(barrier->threads) + " at " +
            to_text(barrier->site);
  if (wrong.empty()) return true;
  report(Kind::DivergentBarrier, site,
         who(own) + " arrives at " + to_text(site) + " at named barrier " + std::to_string(id) + wrong);
  return false;
}

}  // namespace

void release_block_barrier() {
  Machine& m = machine();
  if (m.at_barrier == 0) return;
  check_nobody_left(m.barrier_site);
  m.at_barrier = 0;
  ++m.barrier_round;
  ++m.outcome.counts.block_barriers;
  note_turn(false, m.barrier_site);
  if (m.launch.observer) m.launch.observer->block_barrier();
  const std::size_t threads = m.threads.size();
  for (std::size_t n = 0; n < threads; ++n) {
    Thread& t = m.threads[m.launch.order == Order::Reverse ? threads - 1 - n : n];
    if (t.state == Thread::State::AtBlockBarrier) make_ready(t);
  }
}

void block_barrier(Site site) {
  const InEmulator here;
  Machine& m = machine();
  if (m.at_barrier++ == 0)
    m.barrier_site = site;
  else
    check_site(*m.current, site);
  void* const round = round_of(m.barrier_site, m.barrier_round);
  tsan_release(round);
  wait_in(Thread::State::AtBlockBarrier, "__syncthreads", site);
  if (m.at_barrier == m.alive) release_block_barrier();
  wait();
  tsan_acquire(round);
}

void named_barrier(int id, int threads, bool waits, Site site) {
  const InEmulator here;
  Machine& m = machine();
  Thread& own = *m.current;
  NamedBarrier* barrier = id >= 1 && id <= 15 ? &m.named[static_cast<std::size_t>(id)] : nullptr;
  if (!can_complete(own, id, threads, site, barrier)) stop();
  barrier->threads = static_cast<unsigned>(threads);
  barrier->site = site;
  barrier->arrived.push_back(own.number);
  void* const round = round_of(*barrier, barrier->round);
  tsan_release(round);
  if (waits) {
    barrier->waiting.push_back(own.number);
    wait_in(Thread::State::AtNamedBarrier, "named_barrier_sync", site);
  }
  if (barrier->arrived.size() == barrier->threads) complete(*barrier);
  if (!waits) return;
  wait();
  tsan_acquire(round);
}

}  // namespace assay::emulator
