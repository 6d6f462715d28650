// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {
namespace {

/// exp is computed as exp2, and the relative error of an exp2 depends on the fraction of its argument alone. With
/// hat functions of that fraction for an unknown error f, the output is off by Sum p_j f(x_j) (v_j - o), which is
/// linear in their eight heights.
constexpr std::size_t heights = 8;
using Vector = std::array<double, heights>;

/// Normal equations, solved by elimination; a small ridge keeps hats that no weight meets at zero.
class LeastSquares {
 public:
  void add(const Vector& x, double y) {
    for (std::size_t a = 0; a < heights; ++a) {
      for (std::size_t b = 0; b < heights; ++b) matrix_[a][b] += x[a] * x[b];
      right_[a] += x[a] * y;
    }
    square_ += y * y;
    ++count_;
  }
  std::int64_t count() const { return count_; }
  /// Root of what is left of the square sum, relative.
  double residual() const {
    auto m = matrix_;
    Vector solution = right_;
    double trace = 0;
    for (std::size_t a = 0; a < heights; ++a) trace += m[a][a];
    for (std::size_t a = 0; a < heights; ++a) m[a][a] += std::ldexp(trace, -30);
    for (std::size_t a = 0; a < heights; ++a)
      for (std::size_t b = a + 1; b < heights; ++b) {
        const double factor = m[b][a] / m[a][a];
        for (std::size_t c = a; c < heights; ++c) m[b][c] -= factor * m[a][c];
        solution[b] -= factor * solution[a];
      }
    for (std::size_t a = heights; a-- > 0;) {
      for (std::size_t c = a + 1; c < heights; ++c) solution[a] -= m[a][c] * solution[c];
      solution[a] /= m[a][a];
    }
    double explained = 0;
    for (std::size_t a = 0; a < heights; ++a) explained += solution[a] * right_[a];
    return std::sqrt(std::max(0.0, 1 - explained / square_));
  }

 private:
  std::array<Vector, heights> matrix_{};
  Vector right_{};
  double square_ = 0;
  std::int64_t count_ = 0;
};

double residual_of_exp2_error(const std::vector<ObservedRow>& rows) {
  LeastSquares fit;
  for (const ObservedRow& row : rows) {
    if (row.exact.empty || row.data.count() < 2 || !row.data.keep.empty()) continue;
    for (std::size_t c = 0; c < row.got.size(); ++c) {
      Vector x{};
      for (std::size_t n = 0; n < row.data.count(); ++n) {
        const double power = (row.exact.score[n] - row.exact.max) * std::numbers::log2e;
        const double place = (power - std::floor(power)) * heights, part = place - std::floor(place);
        const std::size_t left = static_cast<std::size_t>(place) % heights;
        const double effect = row.exact.probability[n] * (row.data.value(n)[c] - row.exact.out[c]);
        x[left] += (1 - part) * effect;
        x[(left + 1) % heights] += part * effect;
      }
      fit.add(x, row.got[c] - row.exact.out[c]);
    }
  }
  // Eight free numbers describe anything of that many errors; ten times as many they do not.
  if (fit.count() < 10 * static_cast<std::int64_t>(heights)) return std::numeric_limits<double>::infinity();
  return 2 * fit.residual();
}

}  // namespace

Suspect inexact_exp() {
  return {.name = "inexact_exp",
          .claim = "exponentials are inexact",
          .source = "numerics, A.3",
          .fit = residual_of_exp2_error};
}

}  // namespace assay::properties::suspects
