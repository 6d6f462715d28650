// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/workspace.hpp"

#include <cstring>
#include <new>

#include <sys/mman.h>

#include "impls/plugin/wire.hpp"

namespace assay::impls::worker {

void Workspace::resize(std::size_t bytes) {
  if (bytes == bytes_) return;
  if (mapped_) munmap(mapped_, mapped_bytes_);
  mapped_ = begin_ = nullptr;
  bytes_ = 0;
  if (bytes == 0) return;
  constexpr std::size_t alignment = 256;
  const std::size_t aligned = (bytes + alignment - 1) / alignment * alignment;
  const std::size_t pages = (aligned + page_bytes - 1) / page_bytes * page_bytes;
  mapped_bytes_ = pages + guard_bytes;
  void* memory = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  mapped_ = static_cast<std::byte*>(memory);
  mprotect(mapped_ + pages, guard_bytes, PROT_NONE);
  begin_ = mapped_ + pages - aligned;
  bytes_ = bytes;
}

void* Workspace::fresh() {
  if (begin_) std::memset(begin_, 0xff, bytes_);
  return begin_;
}

}  // namespace assay::impls::worker
