// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {
namespace {

double flushed(double x) {
  return std::fabs(x) < static_cast<double>(std::numeric_limits<float>::min()) ? 0 : x;
}

}  // namespace

Suspect flush_to_zero() {
  return {.name = "flush_to_zero",
          .claim = "subnormal numbers become zero",
          .source = "numerics, underflow",
          .variants = 10,
          .replay = [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
            constexpr std::int64_t blocks[] = {16, 32, 64, 128, 0};
            std::vector<double> out = replay_row(row, exact,
                                                 {.value = variant < 5 ? flushed : nullptr,
                                                  .probability = flushed,
                                                  .accumulator = flushed,
                                                  .block = blocks[variant % 5]});
            for (double& o : out) o = flushed(o);
            return out;
          }};
}

}  // namespace assay::properties::suspects
