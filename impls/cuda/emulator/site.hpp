// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace assay::emulator {

/// A place in a kernel's source. As a default argument `Site site = Site::here()` it is the caller's.
struct Site {
  const char* file = nullptr;
  unsigned line = 0;

  static constexpr Site here(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
    return {file, line};
  }
  /// Not by address: a header's name may exist once a unit.
  bool operator==(const Site& other) const {
    if (line != other.line) return false;
    return file == other.file || (file && other.file && std::string_view(file) == other.file);
  }
};

/// "tiled/kernel.cuh:88": the file with its folder.
std::string to_text(const Site& site);

}  // namespace assay::emulator
