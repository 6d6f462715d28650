// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "fuzz/trial.hpp"

namespace assay::fuzz {

/// Where a walk towards simpler cases ended.
struct Shrunk {
  Case smallest;
  Trial trial;            ///< of the smallest case
  int evaluations = 0;    ///< trials made on the way
  bool complete = false;  ///< no simpler neighbour fails alike; false: the evaluations ran out first
};

/// Walk down simpler_candidates(), taking each first one whose trial is of the same kind as `failed`, until
/// none is left or `evaluations_max` trials were made. Deterministic when the trials are; the clock plays no
/// part.
Shrunk shrink(const Case& start, const Trial& failed, const std::function<Trial(const Case&)>& again,
              int evaluations_max);

}  // namespace assay::fuzz
