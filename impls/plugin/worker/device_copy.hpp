// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "impls/plugin/wire.hpp"

namespace assay::impls::worker {

/// Copies of one call's tensors in the memory of a plug-in's device. Each copy has a margin of a known pattern on both
/// sides, which shows writes out of bounds; reads out of bounds find NaN there.
class DeviceCopy {
 public:
  /// Null: tensors stay in host memory, and nothing here does anything.
  explicit DeviceCopy(const assay_memory* memory) : memory_(memory) {}
  ~DeviceCopy();
  DeviceCopy(const DeviceCopy&) = delete;
  DeviceCopy& operator=(const DeviceCopy&) = delete;

  /// The address to hand to the plug-in for a tensor that lies at `host`. Throws std::runtime_error when the device has
  /// no memory left or a copy fails.
  void* place(const RegionView& view, void* host);
  /// Bring back what the plug-in wrote. Returns where it wrote out of bounds or into an input, empty if nowhere.
  std::string copy_back();

 private:
  struct Copy {
    std::string name;
    std::byte* device;  ///< with the margin in front
    std::byte* host;
    std::size_t bytes;
    bool output;
  };
  const assay_memory* memory_;
  std::vector<Copy> copies_;
};

}  // namespace assay::impls::worker
