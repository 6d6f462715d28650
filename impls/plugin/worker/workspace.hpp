// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace assay::impls::worker {

/// Scratch memory for a plug-in: aligned to 256 bytes, an unmapped page close behind it, new garbage for every call.
class Workspace {
 public:
  Workspace() = default;
  ~Workspace() { resize(0); }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// Throws std::bad_alloc.
  void resize(std::size_t bytes);
  /// The memory, filled with NaN patterns; null when there is none.
  void* fresh();
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* mapped_ = nullptr;
  std::size_t mapped_bytes_ = 0;
  std::byte* begin_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace assay::impls::worker
