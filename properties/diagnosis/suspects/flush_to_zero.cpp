// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {
namespace {

double flushed(double x) { return std::fabs(x) < static_cast<double>(std::numeric_limits<float>::min()) ? 0 : x; }

}  // namespace

// Variants: with or without the values as they are read, five orders, and outputs by the smallest normal number of fp32
// or of their format.
Suspect flush_to_zero() {
  return {.name = "flush_to_zero",
          .claim = "subnormal numbers become zero",
          .source = "https://github.com/iree-org/iree/pull/22041",
          .variants = 20,
          .replay = [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
            constexpr std::int64_t blocks[] = {16, 32, 64, 128, 0};
            std::vector<double> out = replay_row(row, exact,
                                                 {.value = variant % 10 < 5 ? flushed : nullptr,
                                                  .probability = flushed,
                                                  .accumulator = flushed,
                                                  .block = blocks[variant % 5]});
            const double least = variant < 10 ? std::numeric_limits<float>::min() : row.problem->out.min_normal();
            for (double& o : out) o = std::fabs(o) < least ? 0 : o;
            return out;
          }};
}

}  // namespace assay::properties::suspects
