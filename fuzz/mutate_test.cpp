// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutate.hpp"

#include <gtest/gtest.h>

namespace assay::fuzz {
namespace {

using properties::CaseLimits;
using properties::Draw;
using properties::random_case;

TEST(Mutate, StaysInsideTheModelAndTheLimits) {
  const CaseLimits limits;
  Draw draw(1, 1);
  Case walker = random_case(1, 0, limits);
  for (std::uint64_t n = 1; n < 500; ++n) {
    walker = mutate(walker, random_case(1, n, limits), limits, draw);
    ASSERT_NO_THROW(validate(walker.problem)) << to_text(walker);
  }
}

TEST(Mutate, EveryMoveChangesSomeCase) {
  for (const Move& move : moves()) {
    bool changed = false;
    Draw draw(1, 1);
    for (std::uint64_t n = 0; n < 60 && !changed; n += 2) {
      const Case before = random_case(1, n);
      Case after = before;
      move.apply(after, random_case(1, n + 1), draw);
      changed = after != before;
    }
    EXPECT_TRUE(changed) << move.name;
  }
}

}  // namespace
}  // namespace assay::fuzz
