// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "impls/cuda/emulator/machine.hpp"

// Together, so that the checker knows them by one comparison.
#define ASSAY_BUILT_IN __attribute__((section("assay_built_in")))
ASSAY_BUILT_IN uint3 threadIdx;
ASSAY_BUILT_IN uint3 blockIdx;
ASSAY_BUILT_IN dim3 blockDim;
ASSAY_BUILT_IN dim3 gridDim;

namespace assay::emulator {
namespace {

std::uint64_t draw(std::uint64_t below) {
  std::uint64_t& x = machine().random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return x % below;
}

Thread* next_ready() {
  Machine& m = machine();
  if (m.ready_count == 0) return nullptr;
  const std::size_t places = m.ready.size();
  if (m.launch.order == Order::Random && m.ready_count > 1) {
    const std::size_t chosen = (m.ready_begin + draw(m.ready_count)) % places;
    std::swap(m.ready[m.ready_begin], m.ready[chosen]);
  }
  Thread& thread = m.threads[m.ready[m.ready_begin]];
  m.ready_begin = m.ready_begin + 1 == places ? 0 : m.ready_begin + 1;
  --m.ready_count;
  return &thread;
}

/// Nobody can go on. Who waits in a warp operation waits for lanes that do not come; else barriers do not meet.
void report_deadlock() {
  Machine& m = machine();
  const Thread* first = nullptr;
  const Thread* other = nullptr;
  for (const Thread& t : m.threads) {
    if (t.state == Thread::State::Exited) continue;
    if (!first || (t.state == Thread::State::InWarp && first->state != Thread::State::InWarp)) first = &t;
  }
  for (const Thread& t : m.threads)
    if (t.state != Thread::State::Exited && !(t.site == first->site)) other = &t;
  std::string text = who(*first) + " waits in " + first->operation + " at " + to_text(first->site);
  if (other) text += ", " + who(*other) + " in " + other->operation + " at " + to_text(other->site, first->site);
  text += "; nobody can go on";
  const bool warp = first->state == Thread::State::InWarp;
  report(warp ? Kind::ShuffleMask : Kind::DivergentBarrier, first->site, text);
}

void go_to(Thread& to, bool ends) {
  Machine& m = machine();
  Thread& from = *m.current;
  if (&from == &to) return;
  m.current = &to;
  threadIdx = to.index;
  ++m.outcome.counts.switches;
  from.fiber.switch_to(to.fiber, ends);
}

void run_next(bool ends) {
  Thread* next = next_ready();
  if (!next) {
    report_deadlock();
    stop();
  }
  go_to(*next, ends);
}

[[noreturn]] void leave_block() {
  Machine& m = machine();
  m.in_kernel = false;
  tsan_ignore(false);
  m.current->fiber.switch_to(m.host, true);
  __builtin_unreachable();
}

/// A fiber's whole life.
void thread_main() {
  Machine& m = machine();
  Thread& own = *m.current;
  own.fiber.arrive();
  m.in_kernel = true;
  m.launch.body(m.launch.context);
  m.in_kernel = false;
  tsan_ignore(true);
  own.state = Thread::State::Exited;
  m.idle = m.turns = 0;
  m.warps[own.warp].alive &= ~(1u << own.lane);
  tsan_release(&m);
  if (--m.alive == 0) leave_block();
  if (m.at_barrier == m.alive) release_block_barrier();
  complete_groups_without(own);
  tsan_ignore(false);
  run_next(true);
  __builtin_unreachable();
}

void begin_threads() {
  Machine& m = machine();
  const auto threads = static_cast<unsigned>(m.threads.size());
  for (Warp& warp : m.warps) warp = Warp{};
  m.named = {};
  m.alive = threads;
  m.turns = 0;
  m.at_barrier = 0;
  m.ready_begin = m.ready_count = 0;
  for (Thread& t : m.threads) {
    t.state = Thread::State::Ready;
    t.polls = 0;
    t.copies.clear();
    t.groups.clear();
    t.fiber.prepare(t.stack, &thread_main);
    m.warps[t.warp].alive |= 1u << t.lane;
  }
  for (unsigned n = 0; n < threads; ++n) make_ready(m.threads[m.launch.order == Order::Reverse ? threads - 1 - n : n]);
}

}  // namespace

void run_block(uint3 index) {
  Machine& m = machine();
  blockIdx = index;
  begin_shared_memory();
  begin_threads();
  Thread* first = next_ready();
  m.current = first;
  threadIdx = first->index;
  m.host.switch_to(first->fiber);
  tsan_acquire(&m);
  m.current = nullptr;
  end_shared_memory();
}

void make_ready(Thread& thread) {
  Machine& m = machine();
  thread.state = Thread::State::Ready;
  const std::size_t place = m.ready_begin + m.ready_count++;
  m.ready[place < m.ready.size() ? place : place - m.ready.size()] = thread.number;
}

void make_ready(unsigned warp, unsigned lanes) {
  Machine& m = machine();
  Thread* first = &m.threads[warp * 32];
  if (m.launch.order == Order::Reverse)
    for (; lanes != 0; lanes &= ~(0x80000000u >> __builtin_clz(lanes))) make_ready(first[31 - __builtin_clz(lanes)]);
  else
    for (; lanes != 0; lanes &= lanes - 1) make_ready(first[__builtin_ctz(lanes)]);
}

void wait_in(Thread::State state, const char* operation, Site site) {
  Thread& own = *machine().current;
  own.state = state;
  own.operation = operation;
  own.site = site;
}

void wait() { run_next(false); }

void give_way() {
  Machine& m = machine();
  if (m.ready_count == 0) return;
  make_ready(*m.current);
  run_next(false);
}

void stop() {
  machine().stopped = true;
  leave_block();
}

}  // namespace assay::emulator
