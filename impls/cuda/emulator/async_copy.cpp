// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/async_copy.hpp"

#include <cstdint>
#include <cstring>
#include <string>

#include "impls/cuda/emulator/machine.hpp"

namespace assay::emulator {
namespace {

bool is_aligned(const void* address, unsigned bytes) { return reinterpret_cast<std::uintptr_t>(address) % bytes == 0; }

void land(const Copy& copy) {
  Machine& m = machine();
  std::memcpy(copy.shared, copy.global, copy.bytes);
  m.turns = 0;
  if (m.launch.observer) m.launch.observer->copy_landed(copy.shared, copy.bytes, copy.site);
}

/// Not one that the hardware would refuse, or that would write where nobody looks.
bool is_possible(const Copy& copy) {
  const bool aligned = is_aligned(copy.shared, copy.bytes) && is_aligned(copy.global, copy.bytes);
  if (aligned && is_shared(copy.shared, copy.bytes)) return true;
  const std::string what = who(*machine().current) + " copies " + std::to_string(copy.bytes) +
                           " bytes asynchronously at " + to_text(copy.site);
  if (aligned)
    report(Kind::SharedOutOfBounds, copy.site, what + " to where no piece of shared memory is");
  else
    report(Kind::MisalignedAccess, copy.site,
           what + (is_aligned(copy.shared, copy.bytes) ? " from" : " to") + " an address that is no multiple of it");
  return false;
}

}  // namespace

void copy_async(void* shared, const void* global, unsigned bytes, Site site) {
  const InEmulator here;
  Machine& m = machine();
  const Copy copy{static_cast<std::byte*>(shared), static_cast<const std::byte*>(global), bytes, site};
  if (!is_possible(copy)) stop();
  if (m.launch.observer) {
    if (!m.launch.observer->read(global, bytes, site)) stop();
    m.launch.observer->copy_issued(shared, bytes, site);
  }
  std::memset(shared, 0xff, bytes);  // NaN until it arrives
  m.current->copies.push_back(copy);
}

void commit_copies() {
  const InEmulator here;
  Thread& own = *machine().current;
  std::size_t grouped = 0;
  for (const std::size_t group : own.groups) grouped += group;
  own.groups.push_back(own.copies.size() - grouped);
}

void wait_for_copies(unsigned keep) {
  const InEmulator here;
  Thread& own = *machine().current;
  std::size_t landed = 0;
  while (own.groups.size() > keep) {
    for (std::size_t n = 0; n < own.groups.front(); ++n) land(own.copies[landed++]);
    own.groups.erase(own.groups.begin());
  }
  own.copies.erase(own.copies.begin(), own.copies.begin() + static_cast<std::ptrdiff_t>(landed));
}

}  // namespace assay::emulator
