// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "impls/cuda/emulator/checker/history.hpp"
#include "impls/cuda/emulator/global_tensor.hpp"
#include "impls/cuda/emulator/shared_carve.hpp"

namespace assay::emulator {

/// Elements [first, first + count) of an area that an access covers.
struct Covered {
  std::size_t first;
  std::size_t count;
};

/// A piece of shared memory, with a history of each of its elements.
struct Piece {
  std::string name;
  const std::byte* memory;
  std::size_t bytes;
  std::size_t element_bytes;  ///< as it was taken
  unsigned grain_bits;        ///< a cell has 2^this bytes; fewer once something finer was accessed
  History history;

  Piece(const Taken& taken, const void* where, unsigned threads);
  /// Nothing if a byte of the access lies outside.
  std::optional<Covered> covered(const std::byte* address, std::size_t access_bytes);
  /// "tile[3]", or "tile[3] byte 2"; for what lies outside "index 64 of tile, which has 64 elements of 4 bytes" or
  /// "4 bytes before tile, ...".
  std::string describe(const std::byte* address) const;
};

/// A tensor in global memory: the runs of bytes that its elements fill, and their histories if it may be written.
class Tensor {
 public:
  Tensor(const simt::GlobalTensor& registered, unsigned threads);

  const char* name() const { return name_; }
  bool writable() const { return writable_; }
  std::optional<Covered> covered(const std::byte* address, std::size_t bytes) const;
  History& history() { return history_; }
  /// Bytes from the tensor's nearest element; 0 within.
  std::size_t distance(const std::byte* address) const;
  /// "out byte 128" or "12 bytes past query".
  std::string describe(const std::byte* address) const;
  /// Of an address outside: ", element 64 from the first of its (1, 2, 4, 8)".
  std::string extents_for(const std::byte* address) const;

 private:
  struct Run {
    const std::byte* begin;
    const std::byte* end;
    std::size_t first;  ///< cell
  };
  const Run* run_at(const std::byte* address) const;

  const char* name_;
  const std::byte* base_;
  std::array<std::int64_t, 4> extents_{};
  std::int64_t element_bytes_;
  unsigned grain_bits_;  ///< a cell has 2^this bytes: an element
  bool writable_;
  std::vector<Run> runs_;
  History history_;
};

}  // namespace assay::emulator
