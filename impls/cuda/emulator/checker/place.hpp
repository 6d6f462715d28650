// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "impls/cuda/emulator/site.hpp"

namespace assay::emulator {

/// Where an access stands, small enough to be kept for every element: behind a call from kernel code, or in a call of
/// the emulator's that knows its line.
class Place {
 public:
  Place() = default;
  /// Behind the instruction that made the access, in this library.
  explicit Place(const void* return_address);
  explicit Place(Site site);

  bool operator==(const Place&) const = default;
  /// The line by the library's debug information.
  Site site() const;
  /// "tiled/kernel.cuh:88", or the offset in the library where nothing is known.
  std::string text() const;

 private:
  static constexpr std::uint32_t site_bit = 0x80000000u;
  std::uint32_t code_ = 0;  ///< offset in the library, or an index of known sites
};

/// The line of an address in this library by its file's DWARF line table (versions 2 to 4); no file where unknown.
/// Reads the library's own file, which a confined process may.
Site line_of(std::uint64_t offset);

}  // namespace assay::emulator
