// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "impls/plugin/wire.hpp"

namespace assay::impls::worker {

/// The worker's view of shared memory: every slice stands between pages that do not exist, so that the first byte
/// beyond it faults at once.
class AddressSpace {
 public:
  AddressSpace() = default;
  ~AddressSpace() { unmap_all(); }
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  /// Take a region from the descriptor. Returns the address of its first slice; throws std::runtime_error.
  std::byte* map(const Map& map, int fd);
  void unmap_all();
  /// An address inside a region. Throws std::out_of_range for a region that is not mapped.
  std::byte* at(std::uint64_t region, std::uint64_t offset) const { return regions_.at(region).first_slice + offset; }

 private:
  struct Region {
    void* reserved = nullptr;
    std::size_t reserved_bytes = 0;
    std::byte* first_slice = nullptr;
  };
  std::map<std::uint64_t, Region> regions_;
};

}  // namespace assay::impls::worker
