// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What the JSON header of a safetensors file says of one tensor, not yet checked against dtypes and data.
struct HeaderEntry {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::array<std::uint64_t, 2> offsets{};
};

struct Header {
  std::map<std::string, std::string> metadata;
  std::vector<HeaderEntry> entries;  ///< in the order of the file
};

/// Read event by event, so that a name given twice is refused instead of the last one winning. Throws UsageError that
/// begins with `origin` for anything but an object of {dtype, shape, data_offsets} and a `__metadata__` of strings.
Header parse_header(std::string_view text, const std::string& origin);

/// The JSON text, names sorted. Throws UsageError for text that is not UTF-8.
std::string print_header(const Header& header);

/// A foreign string fit for a message: in quotes, control characters as \xNN, cut after 80 bytes.
std::string printable(std::string_view text);

}  // namespace assay
