// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "impls/fault.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {

/// How one violated run of a fault was named.
struct NamedRun {
  std::string expected;    ///< the suspect that must name it; empty: none
  std::string first;       ///< the name given; empty: no known suspect
  bool ambiguous = false;  ///< another meaning of the call explains them too, or a rounding that is the same here
  bool right() const { return first == expected; }
};

/// Cases on which a fault is tried: the one that shows it, and its options on larger shapes; numbers of this seed.
std::vector<Case> confusion_cases(const impls::Fault& fault, std::uint64_t seed);

/// Runs the fault on cases and names what came out, where that is outside the bound.
std::vector<NamedRun> name_runs(const impls::Fault& fault, const std::vector<Case>& cases);

/// Runs of one fault: how often it was named right, and what it was called otherwise.
struct Confusion {
  int violated = 0, ambiguous = 0, right = 0;
  std::map<std::string, int> wrong;
  void add(const NamedRun& run);
  void merge(const Confusion& other);
  int counted() const { return violated - ambiguous; }
};

}  // namespace assay::properties
