// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// A stack of one thread. Memory becomes real when it is touched; the page below it ends whoever overruns.
struct Stack {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;

  bool holds(const void* address) const {
    return static_cast<std::size_t>(static_cast<const std::byte*>(address) - begin) < bytes;
  }
};

/// As many stacks as a block has threads, kept from launch to launch.
class Stacks {
 public:
  explicit Stacks(std::size_t count);
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  Stack operator[](std::size_t n) const;
  std::size_t count() const { return count_; }

 private:
  std::size_t count_;
  std::byte* memory_;
};

/// A place where execution can go on. By a hand-written switch on x86-64, elsewhere and when ASSAY_EMULATOR_UCONTEXT is
/// set by the C library's contexts, which ask the kernel at every switch.
class Fiber {
 public:
  Fiber();
  ~Fiber();
  Fiber(Fiber&&) noexcept;
  Fiber& operator=(Fiber&&) noexcept;

  /// Will begin with `entry`, which must never return.
  void prepare(const Stack& stack, void (*entry)());
  /// Goes on there until somebody switches back here. `ends` if nobody will.
  void switch_to(Fiber& other, bool ends = false);
  /// What a fiber does first in its entry.
  void arrive();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::emulator
#pragma GCC visibility pop
