// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace assay::reference {

/// One line of a bound: its name, what it stands for, and how much it allows at one element.
struct BoundTerm {
  std::string name;
  std::string meaning;
  double value = 0;
};

}  // namespace assay::reference
