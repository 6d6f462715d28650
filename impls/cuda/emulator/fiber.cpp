// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/fiber.hpp"

#include <cstdint>
#include <utility>

#include "impls/cuda/emulator/fiber_annotations.hpp"

#if !defined(__x86_64__) && !defined(ASSAY_EMULATOR_UCONTEXT)
#define ASSAY_EMULATOR_UCONTEXT 1
#endif
#if defined(ASSAY_EMULATOR_UCONTEXT)
#include <ucontext.h>
#endif

namespace assay::emulator {

#if defined(ASSAY_EMULATOR_UCONTEXT)

struct Fiber::State {
  ucontext_t context;
  FiberAnnotations annotations;

  void begin(const Stack& stack, void (*entry)()) {
    getcontext(&context);
    context.uc_stack.ss_sp = stack.begin;
    context.uc_stack.ss_size = stack.bytes;
    context.uc_link = nullptr;
    makecontext(&context, entry, 0);
  }
  void go_to(State& other) { swapcontext(&context, &other.context); }
};

#else

// The registers that a call must keep (System V ABI, x86-64) go onto the stack, the stack pointer to *save, and the
// same way back for the other side. The rounding mode and x87 control word are the same everywhere here, so they stay.
extern "C" void assay_emulator_switch(void** save, void* load);
asm(R"(
.text
.hidden assay_emulator_switch
.globl assay_emulator_switch
.type assay_emulator_switch, @function
assay_emulator_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size assay_emulator_switch, . - assay_emulator_switch
)");

struct Fiber::State {
  void* stack_pointer = nullptr;
  FiberAnnotations annotations;

  void begin(const Stack& stack, void (*entry)()) {
    constexpr int kept_registers = 6;
    auto* top = reinterpret_cast<std::uintptr_t*>(stack.begin + stack.bytes);
    *--top = 0;  // the entry's return address, for backtraces to end at; its stack is aligned as after a call
    *--top = reinterpret_cast<std::uintptr_t>(entry);
    for (int n = 0; n < kept_registers; ++n) *--top = 0;
    stack_pointer = top;
  }
  void go_to(State& other) { assay_emulator_switch(&stack_pointer, other.stack_pointer); }
};

#endif

Fiber::Fiber() : state_(std::make_unique<State>()) {}
Fiber::~Fiber() = default;
Fiber::Fiber(Fiber&&) noexcept = default;
Fiber& Fiber::operator=(Fiber&&) noexcept = default;

void Fiber::prepare(const Stack& stack, void (*entry)()) {
  state_->annotations.prepare(stack);
  state_->begin(stack, entry);
}

void Fiber::switch_to(Fiber& other, bool ends) {
  state_->annotations.leave(other.state_->annotations, ends);
  state_->go_to(*other.state_);
  state_->annotations.arrive();
}

void Fiber::arrive() { state_->annotations.arrive(); }

}  // namespace assay::emulator
