// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/model/case/case.hpp"

namespace assay::reference {

/// A small case with one non-finite or otherwise special number put into a tensor afterwards.
struct CrossCase {
  Case the_case;
  std::string special = "none";
  Inputs inputs() const;
};
std::string to_text(const CrossCase& cross);

/// Cases in which every choice of every feature meets every choice of every other feature (extents 0 to 12).
struct CrossCases {
  std::vector<CrossCase> cases;
  std::size_t features = 0;
  std::size_t pairs = 0;    ///< of choices of two different features
  std::size_t covered = 0;  ///< of these, in at least one case
};

/// `count` random cases; as long as a pair is missing, one is forced into each case. Deterministic in the seed.
CrossCases make_cross_cases(std::size_t count, std::uint64_t seed);

}  // namespace assay::reference
