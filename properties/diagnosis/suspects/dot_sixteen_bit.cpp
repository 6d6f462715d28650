// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {
namespace {

/// In the order of features.
double rounded_dot(const reference::RowData& row, std::size_t n, const std::function<double(double)>& rounding,
                   bool every_addition) {
  double dot = 0;
  for (std::size_t d = 0; d < row.query.size(); ++d) {
    dot += row.query[d] * row.key(n)[d];
    if (every_addition) dot = rounding(dot);
  }
  return rounding(dot);
}

/// As reference/exact/row.hpp defines it.
double score_of(const reference::RowData& row, std::size_t n, double dot) {
  const Problem& problem = *row.problem;
  const auto capped = [&](double x) {
    return problem.softcap ? *problem.softcap * std::tanh(x / *problem.softcap) : x;
  };
  const double raw = scale_value(problem) * dot, added = row.bias_sum(n);
  return problem.convention.cap_order == CapOrder::BeforeBias ? capped(raw) + added : capped(raw + added);
}

}  // namespace

Suspect dot_sixteen_bit() {
  return {.name = "dot_sixteen_bit",
          .claim = "the dot product of query and key is kept in 16 bits",
          .source = "https://github.com/PaddlePaddle/Paddle/pull/41933",
          .variants = 4,
          .replay = [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
            const auto rounding = rounding_to(variant % 2 == 0 ? "fp16" : "bf16");
            reference::RowResult of_rounded = exact;
            for (std::size_t n = 0; n < of_rounded.score.size(); ++n)
              of_rounded.score[n] = score_of(row, n, rounded_dot(row, n, rounding, variant < 2));
            return replay_row(row, of_rounded, {});
          }};
}

}  // namespace assay::properties::suspects
