// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect dropout_on() {
  return {.name = "dropout_on",
          .claim = "weights are dropped in evaluation",
          .source = "https://github.com/pytorch/pytorch/issues/124464",
          .fit = [](const std::vector<ObservedRow>& rows) {
            double sum = 0;
            std::int64_t count = 0;
            for (const ObservedRow& row : rows) {
              const Dropout& dropout = row.data.problem->dropout;
              if (dropout.training || dropout.probability == 0) return std::numeric_limits<double>::infinity();
              for (std::size_t c = 0; c < row.got.size(); ++c) {
                double variance = 0;
                for (std::size_t n = 0; n < row.data.count(); ++n)
                  variance += std::pow(row.exact.probability[n] * row.data.value(n)[c], 2);
                variance *= dropout.probability / (1 - dropout.probability);
                if (!(variance > 0)) continue;
                sum += std::pow(row.got[c] - row.exact.out[c], 2) / variance;
                ++count;
              }
            }
            // Dropping weights at the rate asked for gives 1; half and twice the size are still taken for it.
            constexpr std::int64_t least = 48;  // of fewer, twice the size is chance
            if (count < least) return std::numeric_limits<double>::infinity();
            const double size = count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
            return size > 0 ? std::max(size, 1 / size) / 2 : std::numeric_limits<double>::infinity();
          }};
}

}  // namespace assay::properties::suspects
