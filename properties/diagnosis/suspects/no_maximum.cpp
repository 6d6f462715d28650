// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {
namespace {

// Of fp32: exp(x) is infinite above the first and zero below the second.
constexpr double overflow = 88.72, underflow = -103.97;

/// The sum of exponentials times values at which it leaves the range of fp32; 0: nowhere.
double overflowing_sum(const reference::RowData& row, const reference::RowResult& exact, std::size_t c,
                       double log_of_sum) {
  double sum = 0;
  for (std::size_t j = 0; j < row.count(); ++j) {
    sum += exact.probability[j] * row.value(j)[c] * row.keep_factor(j);
    if (log_of_sum + std::log(std::fabs(sum)) > overflow) return sum;
  }
  return 0;
}

/// Of a row whose exponentials are in range: the sum of them, of them times values, or both may not be.
void overflow_of_sums(const reference::RowData& row, const reference::RowResult& exact, double log_of_sum,
                      Prediction& prediction) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < prediction.out.size(); ++c) {
    const double sum = overflowing_sum(row, exact, c, log_of_sum);
    if (log_of_sum > overflow)
      prediction.out[c] = sum == 0 ? 0 : std::numeric_limits<double>::quiet_NaN();
    else if (sum != 0)
      prediction.out[c] = std::copysign(infinity, sum);
  }
  if (log_of_sum > overflow) prediction.lse = infinity;
}

}  // namespace

Suspect no_maximum() {
  return {.name = "no_maximum",
          .claim = "the maximum is not subtracted before exponentials",
          .source = "https://github.com/HabanaAI/vllm-fork/issues/275",
          .result = [](const reference::RowData& row, const reference::RowResult& exact, int, Prediction& prediction) {
            if (exact.empty) return true;
            if (exact.max < overflow && exact.max > underflow) {
              const double unit = row.problem->convention.lse_base == LseBase::Two ? std::log(2.0) : 1;
              overflow_of_sums(row, exact, exact.lse * unit, prediction);
              return true;
            }
            prediction.out.assign(prediction.out.size(), std::numeric_limits<double>::quiet_NaN());
            prediction.lse = std::copysign(std::numeric_limits<double>::infinity(), exact.max);
            return true;
          }};
}

}  // namespace assay::properties::suspects
