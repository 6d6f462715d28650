// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/atomics.hpp"

#include <string>

#include "impls/cuda/emulator/barriers.hpp"
#include "impls/cuda/emulator/machine.hpp"

namespace assay::emulator {
namespace {

constexpr unsigned polls_before_giving_way = 16;
constexpr std::uint64_t polls_before_giving_up = 1 << 20;
constexpr std::uint64_t turns_before_giving_up = 1 << 22;
constexpr std::uint64_t turns_of_a_barrier = 16;

[[noreturn]] void give_up(Site site) {
  report(Kind::NoProgress, site,
         who(*machine().current) + " waits at " + to_text(site) +
             " for a value that no thread of its block brings; blocks run one after another");
  stop();
}

}  // namespace

void note_polling(bool idly, Site site) {
  Machine& m = machine();
  if (!idly) {
    m.idle = m.turns = 0;
    return;
  }
  if (++m.idle > polls_before_giving_up) give_up(site);
  if (++m.current->polls % polls_before_giving_way == 0) give_way();
}

void note_turn(bool carries_values, Site site) {
  Machine& m = machine();
  m.idle = 0;
  if (!m.launch.observer) return;
  m.turns += carries_values ? 1 : turns_of_a_barrier;
  if (m.turns > turns_before_giving_up) give_up(site);
}

void atomic(void* address, std::size_t bytes, bool (*update)(void*, void*), void* context, Site site) {
  const InEmulator here;
  Machine& m = machine();
  if (m.launch.observer && !m.launch.observer->atomic(address, bytes, site)) stop();
  const bool changes = update(address, context);
  note_polling(!changes, site);
}

void fence(Site) {
  const InEmulator here;
  if (machine().launch.observer) machine().launch.observer->fence();
}

}  // namespace assay::emulator
