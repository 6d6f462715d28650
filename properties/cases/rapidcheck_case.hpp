// SPDX-License-Identifier: Apache-2.0
#pragma once

// The only header of ours that includes RapidCheck; for tests. Beware of RC_ASSERT(a || b): it captures the
// operands and evaluates both sides, so name a compound condition first.

#include <rapidcheck.h>

#include "properties/cases/generate.hpp"
#include "properties/cases/simplify.hpp"

namespace assay::properties {

/// Random cases whose shrinks are simpler_candidates(): RapidCheck and the fuzzer walk down the same order.
inline rc::Gen<Case> arbitrary_case(const CaseLimits& limits = {}) {
  return [limits](const rc::Random& random, int) {
    rc::Random numbers = random;
    const std::uint64_t seed = numbers.next();
    return rc::shrinkable::shrinkRecur(random_case(seed, 0, limits), [](const Case& the_case) {
      return rc::seq::fromContainer(simpler_candidates(the_case));
    });
  };
}

}  // namespace assay::properties

namespace assay {

/// How RapidCheck prints a case: as its replay line.
inline void showValue(const Case& the_case, std::ostream& stream) { stream << to_text(the_case); }

}  // namespace assay
