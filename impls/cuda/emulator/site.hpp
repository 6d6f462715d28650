// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#if !defined(__clang__)
#include <source_location>
#endif

namespace assay::emulator {

/// A place in a kernel's source. As a default argument `Site site = Site::here()` it is the caller's. Two registers.
struct Site {
  const char* file = nullptr;
  unsigned line = 0;
  std::uint16_t column = 0;
  std::uint16_t number = 0;  ///< among the unit's barriers: all that a macro expands to have one column

#if defined(__clang__)
  static constexpr Site here(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
                             unsigned column = __builtin_COLUMN()) {
    return {file, line, static_cast<std::uint16_t>(column)};
  }
#else
  static constexpr Site here(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
                             unsigned column = std::source_location::current().column()) {
    return {file, line, static_cast<std::uint16_t>(column)};
  }
#endif
  /// The caller of a barrier's macro.
  static constexpr Site numbered(unsigned number, Site site = here()) {
    site.number = static_cast<std::uint16_t>(number);
    return site;
  }
  /// Not by address: a header's name may exist once a unit.
  bool operator==(const Site& other) const {
    if (line != other.line || column != other.column || number != other.number) return false;
    return file == other.file || (file && other.file && std::string_view(file) == other.file);
  }
};

/// "tiled/kernel.cuh:88": the file with its folder.
std::string to_text(const Site& site);
/// The same, with the column where the other place stands on that line.
std::string to_text(const Site& site, const Site& other);

}  // namespace assay::emulator

/// Where a barrier stands, told apart from all others of the unit.
#define ASSAY_SIMT_SITE assay::emulator::Site::numbered(__COUNTER__)
