// SPDX-License-Identifier: Apache-2.0
#include <sys/mman.h>

#include <new>

#include "impls/cuda/emulator/fiber_annotations.hpp"

namespace assay::emulator {
namespace {

constexpr std::size_t page = 4096;
#if defined(ASSAY_EMULATOR_ASAN)
constexpr std::size_t stack_bytes = 256 * 1024;  // its frames are larger
#else
constexpr std::size_t stack_bytes = 64 * 1024;
#endif
constexpr std::size_t stride = stack_bytes + page;

}  // namespace

Stacks::Stacks(std::size_t count) : count_(count), memory_(nullptr) {
  void* memory = mmap(nullptr, count * stride, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(memory);
  for (std::size_t n = 0; n < count; ++n) mprotect(memory_ + n * stride, page, PROT_NONE);
}

Stacks::~Stacks() {
  unpoison(memory_, count_ * stride);
  munmap(memory_, count_ * stride);
}

Stack Stacks::operator[](std::size_t n) const { return {memory_ + n * stride + page, stack_bytes}; }

}  // namespace assay::emulator
