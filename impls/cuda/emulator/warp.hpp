// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "impls/cuda/emulator/half.hpp"
#include "impls/cuda/emulator/site.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// Runs once every lane has arrived: `payloads[lane]` of each lane whose bit is set in `lanes`.
using Finish = void (*)(void* const* payloads, unsigned lanes);

/// An operation of all lanes named in `mask`, which name the same mask at the same place.
struct WarpCall {
  const char* name;
  unsigned mask;
  Site site;
  bool orders = false;  ///< memory, as __syncwarp does and shuffles do not
};
void warp_operation(const WarpCall& call, void* payload, Finish finish);
/// Reports, inside a Finish, that the lane asks a lane for its value that has none to give.
void report_absent_source(unsigned lane, unsigned source);
void report_bad_width(int width, Site site);

template <class T>
struct Shuffle {
  T value;
  T result;
  int operand;
  int width;
};

/// Index, Up, Down, Xor: the lane that `lane` reads from, by CUDA's rules for segments of `width` lanes.
struct Index {
  static int source(int lane, int operand, int width) { return (lane & -width) | (operand & (width - 1)); }
};
struct Up {
  static int source(int lane, int operand, int width) {
    return lane - operand < (lane & -width) ? lane : lane - operand;
  }
};
struct Down {
  static int source(int lane, int operand, int width) {
    return (lane & (width - 1)) + operand >= width ? lane : lane + operand;
  }
};
struct Xor {
  static int source(int lane, int operand, int width) {
    return (lane ^ operand) >= (lane & -width) + width ? lane : lane ^ operand;
  }
};

template <class T, class Rule>
T shuffle(const char* name, unsigned mask, T value, int operand, int width, Site site) {
  static_assert(std::is_arithmetic_v<T> || std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>);
  if (width < 1 || width > 32 || (width & (width - 1)) != 0) report_bad_width(width, site);
  Shuffle<T> own{value, value, operand, width};
  const Finish finish = [](void* const* payloads, unsigned lanes) __attribute__((no_sanitize("thread"))) {
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      auto& call = *static_cast<Shuffle<T>*>(payloads[lane]);
      const auto source = static_cast<unsigned>(Rule::source(static_cast<int>(lane), call.operand, call.width));
      if (source > 31 || !(lanes >> source & 1))
        report_absent_source(lane, source);
      else
        call.result = static_cast<Shuffle<T>*>(payloads[source])->value;
    }
  };
  warp_operation({name, mask, site}, &own, finish);
  return own.result;
}

/// Folds the lanes' values by `combine` and hands the result to all.
template <class T, class Combine>
T reduce(const char* name, unsigned mask, T value, Combine, Site site) {
  const Finish finish = [](void* const* payloads, unsigned lanes) __attribute__((no_sanitize("thread"))) {
    T total = *static_cast<T*>(payloads[__builtin_ctz(lanes)]);
    for (unsigned rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1)
      total = Combine{}(total, *static_cast<T*>(payloads[__builtin_ctz(rest)]));
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) *static_cast<T*>(payloads[__builtin_ctz(rest)]) = total;
  };
  warp_operation({name, mask, site}, &value, finish);
  return value;
}

/// The bits of the lanes whose predicate holds.
unsigned ballot(const char* name, unsigned mask, bool predicate, Site site);

}  // namespace assay::emulator

inline void __syncwarp(assay::emulator::Site site, unsigned mask = 0xffffffffu) {
  assay::emulator::warp_operation({"__syncwarp", mask, site, true}, nullptr, nullptr);
}
#define __syncwarp(...) __syncwarp(ASSAY_SIMT_SITE __VA_OPT__(, ) __VA_ARGS__)

#define ASSAY_SIMT_SHUFFLE(name, Rule)                                                                   \
  template <class T>                                                                                     \
  T name(unsigned mask, T value, int operand, int width = 32,                                            \
         assay::emulator::Site site = assay::emulator::Site::here()) {                                   \
    return assay::emulator::shuffle<T, assay::emulator::Rule>(#name, mask, value, operand, width, site); \
  }
ASSAY_SIMT_SHUFFLE(__shfl_sync, Index)
ASSAY_SIMT_SHUFFLE(__shfl_up_sync, Up)
ASSAY_SIMT_SHUFFLE(__shfl_down_sync, Down)
ASSAY_SIMT_SHUFFLE(__shfl_xor_sync, Xor)
#undef ASSAY_SIMT_SHUFFLE

inline unsigned __ballot_sync(unsigned mask, int predicate,
                              assay::emulator::Site site = assay::emulator::Site::here()) {
  return assay::emulator::ballot("__ballot_sync", mask, predicate != 0, site);
}
inline int __any_sync(unsigned mask, int predicate, assay::emulator::Site site = assay::emulator::Site::here()) {
  return assay::emulator::ballot("__any_sync", mask, predicate != 0, site) != 0;
}
inline int __all_sync(unsigned mask, int predicate, assay::emulator::Site site = assay::emulator::Site::here()) {
  return assay::emulator::ballot("__all_sync", mask, predicate == 0, site) == 0;
}

#define ASSAY_SIMT_REDUCE(name, type, expression)                                                           \
  inline type name(unsigned mask, type value, assay::emulator::Site site = assay::emulator::Site::here()) { \
    return assay::emulator::reduce(                                                                         \
        #name, mask, value, [](type a, type b) -> type { return expression; }, site);                       \
  }
ASSAY_SIMT_REDUCE(__reduce_add_sync, int, static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)))
ASSAY_SIMT_REDUCE(__reduce_add_sync, unsigned, a + b)
ASSAY_SIMT_REDUCE(__reduce_min_sync, int, a < b ? a : b)
ASSAY_SIMT_REDUCE(__reduce_min_sync, unsigned, a < b ? a : b)
ASSAY_SIMT_REDUCE(__reduce_max_sync, int, a < b ? b : a)
ASSAY_SIMT_REDUCE(__reduce_max_sync, unsigned, a < b ? b : a)
ASSAY_SIMT_REDUCE(__reduce_and_sync, unsigned, a& b)
ASSAY_SIMT_REDUCE(__reduce_or_sync, unsigned, a | b)
ASSAY_SIMT_REDUCE(__reduce_xor_sync, unsigned, a ^ b)
#undef ASSAY_SIMT_REDUCE
#pragma GCC visibility pop
