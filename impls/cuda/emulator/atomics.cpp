// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/atomics.hpp"

#include <string>

#include "impls/cuda/emulator/barriers.hpp"
#include "impls/cuda/emulator/machine.hpp"

namespace assay::emulator {
namespace {

constexpr unsigned idle_atomics_before_giving_way = 16;
constexpr std::uint64_t idle_atomics_before_giving_up = 1 << 20;

/// An atomic without effect is how a thread waits for others in a loop.
void note_idle(Thread& own, Site site) {
  Machine& m = machine();
  if (++m.idle > idle_atomics_before_giving_up) {
    report(Kind::NoProgress, site,
           who(own) + " waits at " + to_text(site) +
               " for a value that no thread of its block brings; blocks run one " + "after another");
    stop();
  }
  if (++own.idle_atomics % idle_atomics_before_giving_way == 0) give_way();
}

}  // namespace

void atomic(void* address, std::size_t bytes, bool (*update)(void*, void*), void* context, Site site) {
  const InEmulator here;
  Machine& m = machine();
  if (m.launch.observer && !m.launch.observer->atomic(address, bytes, site)) stop();
  if (update(address, context))
    m.idle = 0;
  else
    note_idle(*m.current, site);
}

void fence(Site) {
  const InEmulator here;
  if (machine().launch.observer) machine().launch.observer->fence();
}

}  // namespace assay::emulator
