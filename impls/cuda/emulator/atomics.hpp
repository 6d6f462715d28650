// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "impls/cuda/emulator/site.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// Runs `update` on the cell at once for all; it says whether it changed the cell. A thread that changes nothing by
/// many of them gives way to the others, so that waiting in a loop ends.
void atomic(void* address, std::size_t bytes, bool (*update)(void* cell, void* context), void* context, Site site);

/// The value before, after `next(value)` was stored.
template <class T, class Next>
T fetch_and(T* address, Next next, Site site) {
  struct Context {
    Next& next;
    T before;
  } context{next, T{}};
  const auto update = [](void* cell, void* data) {
    auto& value = *static_cast<T*>(cell);
    auto& own = *static_cast<Context*>(data);
    own.before = value;
    value = own.next(own.before);
    return !(value == own.before);
  };
  atomic(address, sizeof(T), update, &context, site);
  return context.before;
}

}  // namespace assay::emulator

#define ASSAY_SIMT_ATOMIC(name, type, expression)                                                           \
  inline type name(type* address, type value, assay::emulator::Site site = assay::emulator::Site::here()) { \
    return assay::emulator::fetch_and(                                                                      \
        address, [value](type before) -> type { return expression; }, site);                                \
  }
ASSAY_SIMT_ATOMIC(atomicAdd, float, before + value)
ASSAY_SIMT_ATOMIC(atomicAdd, int, static_cast<int>(static_cast<unsigned>(before) + static_cast<unsigned>(value)))
ASSAY_SIMT_ATOMIC(atomicAdd, unsigned, before + value)
ASSAY_SIMT_ATOMIC(atomicMax, int, before < value ? value : before)
ASSAY_SIMT_ATOMIC(atomicMax, unsigned, before < value ? value : before)
#undef ASSAY_SIMT_ATOMIC

#define ASSAY_SIMT_CAS(type)                                                                      \
  inline type atomicCAS(type* address, type expected, type value,                                 \
                        assay::emulator::Site site = assay::emulator::Site::here()) {             \
    return assay::emulator::fetch_and(                                                            \
        address, [=](type before) -> type { return before == expected ? value : before; }, site); \
  }
ASSAY_SIMT_CAS(int)
ASSAY_SIMT_CAS(unsigned)
#undef ASSAY_SIMT_CAS
#pragma GCC visibility pop
