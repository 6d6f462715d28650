// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "impls/cuda/emulator/shared_carve.hpp"
#include "impls/cuda/emulator/site.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// What the checker is told of a launch. Thread numbers count within the block.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void begin_launch(unsigned threads) = 0;
  virtual void end_launch() = 0;
  /// Shared memory is new; `pool` holds all pieces and the red zones.
  virtual void begin_block(std::span<std::byte> pool) = 0;
  virtual void piece(const Taken& taken, const void* memory) = 0;

  /// Everything before comes before everything after, for all threads.
  virtual void block_barrier() = 0;
  /// What `before` did comes before what `after` will do.
  virtual void order(std::span<const unsigned> before, std::span<const unsigned> after) = 0;
  virtual void fence() = 0;

  /// Of the running thread, by a call that knows its place; false: must not be performed.
  virtual bool read(const void* address, std::size_t bytes, Site site) = 0;
  virtual bool write(const void* address, std::size_t bytes, Site site) = 0;
  virtual bool atomic(const void* address, std::size_t bytes, Site site) = 0;
  virtual void copy_issued(const void* shared, std::size_t bytes, Site site) = 0;
  virtual void copy_landed(const void* shared, std::size_t bytes, Site site) = 0;
};

}  // namespace assay::emulator
#pragma GCC visibility pop
