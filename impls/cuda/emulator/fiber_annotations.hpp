// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/cuda/emulator/fiber.hpp"

// What the sanitizers must be told when a fiber leaves its stack for another; nothing without them.
#if defined(__SANITIZE_ADDRESS__)
#define ASSAY_EMULATOR_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASSAY_EMULATOR_ASAN 1
#endif
#endif

#if defined(ASSAY_EMULATOR_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(ASSAY_EMULATOR_TSAN)  // the cross-check: kernels by ThreadSanitizer, this runtime without
#include <sanitizer/tsan_interface.h>
extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}
#endif

#pragma GCC visibility push(hidden)
namespace assay::emulator {

class FiberAnnotations {
 public:
#if defined(ASSAY_EMULATOR_ASAN)
  void prepare(const Stack& stack) {
    stack_ = stack;
    fake_ = nullptr;
    __asan_unpoison_memory_region(stack.begin, stack.bytes);  // frames that an ended launch left
  }
  void leave(FiberAnnotations& to, bool ends) {
    from() = this;
    __sanitizer_start_switch_fiber(ends ? nullptr : &fake_, to.stack_.begin, to.stack_.bytes);
  }
  void arrive() {
    const void* bottom = nullptr;
    std::size_t bytes = 0;
    __sanitizer_finish_switch_fiber(fake_, &bottom, &bytes);
    from()->stack_ = {static_cast<std::byte*>(const_cast<void*>(bottom)), bytes};  // the host's, unknown before
  }

 private:
  static FiberAnnotations*& from() {
    static FiberAnnotations* last = nullptr;
    return last;
  }
  Stack stack_;
  void* fake_ = nullptr;
#elif defined(ASSAY_EMULATOR_TSAN)
  void prepare(const Stack&) {
    if (own_ && ended_) __tsan_destroy_fiber(own_);  // one that was given up may not be destroyed
    own_ = __tsan_create_fiber(0);
    ended_ = false;
  }
  void leave(FiberAnnotations& to, bool ends) {
    ended_ = ends;
    if (!own_) host_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to.own_ ? to.own_ : to.host_, to.own_ && own_ ? __tsan_switch_to_fiber_no_sync : 0);
  }
  void arrive() {}

 private:
  bool ended_ = false;
  void* own_ = nullptr;
  void* host_ = nullptr;
#else
  void prepare(const Stack&) {}
  void leave(FiberAnnotations&, bool) {}
  void arrive() {}
#endif
};

#if defined(ASSAY_EMULATOR_ASAN)
inline constexpr bool poisons = true;
#else
inline constexpr bool poisons = false;
#endif
/// Memory that nobody may touch, for AddressSanitizer; and its end.
inline void poison([[maybe_unused]] const void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(ASSAY_EMULATOR_ASAN)
  __asan_poison_memory_region(memory, bytes);
#endif
}
inline void unpoison([[maybe_unused]] const void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(ASSAY_EMULATOR_ASAN)
  __asan_unpoison_memory_region(memory, bytes);
#endif
}

/// Order for ThreadSanitizer: what was done before a release comes before what follows an acquire of the same address.
inline void tsan_release([[maybe_unused]] void* address) {
#if defined(ASSAY_EMULATOR_TSAN)
  __tsan_release(address);
#endif
}
inline void tsan_acquire([[maybe_unused]] void* address) {
#if defined(ASSAY_EMULATOR_TSAN)
  __tsan_acquire(address);
#endif
}

/// The emulator's own accesses between the two, which ThreadSanitizer would see in the C library's functions.
inline void tsan_ignore([[maybe_unused]] bool begins) {
#if defined(ASSAY_EMULATOR_TSAN)
  (begins ? AnnotateIgnoreReadsBegin : AnnotateIgnoreReadsEnd)(__FILE__, __LINE__);
  (begins ? AnnotateIgnoreWritesBegin : AnnotateIgnoreWritesEnd)(__FILE__, __LINE__);
#endif
}

}  // namespace assay::emulator
#pragma GCC visibility pop
