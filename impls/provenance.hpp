// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "impls/kernel.hpp"

namespace assay::impls {

/// What a kernel from outside says of itself. Nothing in that is proven.
struct Provenance {
  std::string name;
  std::string version;
  std::string build;  ///< its first word says where its numbers come from (impls/plugin_abi.h)
  /// Seen, not said: the protections that this system refused to its process, as fragments for a report. None: it has
  /// no process of its own.
  std::optional<std::vector<std::string>> lost{};
};

/// Kernels that are not built in tell it.
class FromOutside : public Kernel {
 public:
  virtual Provenance provenance() const = 0;
};

/// All empty for a kernel that is built in.
inline Provenance provenance_of(const Kernel& kernel) {
  const auto* const outside = dynamic_cast<const FromOutside*>(&kernel);
  return outside ? outside->provenance() : Provenance{};
}

}  // namespace assay::impls
