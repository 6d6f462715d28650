// SPDX-License-Identifier: Apache-2.0
#include "fuzz/shrink.hpp"

#include <string>
#include <unordered_set>

#include "properties/cases/simplify.hpp"

namespace assay::fuzz {

Shrunk shrink(const Case& start, const Trial& failed, const std::function<Trial(const Case&)>& again,
              int evaluations_max) {
  Shrunk walk{start, failed};
  std::unordered_set<std::string> tried;  // neighbours of neighbours are often the same: never judge one twice
  bool moved = true;
  while (moved) {
    moved = false;
    for (Case& candidate : properties::simpler_candidates(walk.smallest)) {
      if (!tried.insert(to_text(candidate)).second) continue;
      if (walk.evaluations == evaluations_max) return walk;
      ++walk.evaluations;
      Trial trial = again(candidate);
      if (!same_kind(trial, failed)) continue;
      walk.smallest = std::move(candidate);
      walk.trial = std::move(trial);
      moved = true;
      break;
    }
  }
  walk.complete = true;
  return walk;
}

}  // namespace assay::fuzz
