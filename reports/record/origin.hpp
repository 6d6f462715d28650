// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace assay::reports {

/// Where a case comes from.
struct Origin {
  enum class Kind {
    Problem,  ///< a line of its own
    Suite,    ///< of: its name
    Lines,    ///< of: the path of a file of lines
    Inputs,   ///< of: the path of a file with a problem and its tensors
  };
  Kind kind = Kind::Problem;
  std::string of{};  ///< a case of a pack adds ", case NAME" to what its pack says
  auto operator<=>(const Origin&) const = default;
};

/// "suite standard", "inputs FILE", "problem".
std::string origin_text(const Origin& origin);

/// Back from text. Throws UsageError naming the kinds.
Origin parse_origin(std::string_view text);

}  // namespace assay::reports
