// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {
namespace {

/// exp is computed as exp2, and the relative error of an exp2 depends on the fraction of its argument alone. Weights
/// are off by exp(f(fraction)), f a sum of eight hats of unknown heights, found by Gauss and Newton's least squares.
constexpr std::size_t heights = 8;
using Vector = std::array<double, heights>;

/// What a power adds to the log of a weight, by height.
void add_hats(double power, Vector& shape) {
  const double place = (power - std::floor(power)) * heights, part = place - std::floor(place);
  const std::size_t left = static_cast<std::size_t>(place) % heights;
  shape[left] += 1 - part;
  shape[(left + 1) % heights] += part;
}

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t n = 0; n < heights; ++n) sum += a[n] * b[n];
  return sum;
}

/// Normal equations, solved by elimination; a small ridge keeps hats that no weight meets at zero.
struct LeastSquares {
  std::array<Vector, heights> matrix{};
  Vector right{};

  void add(const Vector& x, double y) {
    for (std::size_t a = 0; a < heights; ++a) {
      for (std::size_t b = 0; b < heights; ++b) matrix[a][b] += x[a] * x[b];
      right[a] += x[a] * y;
    }
  }
  Vector solution() const {
    auto m = matrix;
    Vector x = right;
    double trace = 0;
    for (std::size_t a = 0; a < heights; ++a) trace += m[a][a];
    for (std::size_t a = 0; a < heights; ++a) m[a][a] += std::ldexp(trace, -30);
    for (std::size_t a = 0; a < heights; ++a)
      for (std::size_t b = a + 1; b < heights; ++b) {
        const double factor = m[b][a] / m[a][a];
        for (std::size_t c = a; c < heights; ++c) m[b][c] -= factor * m[a][c];
        x[b] -= factor * x[a];
      }
    for (std::size_t a = heights; a-- > 0;) {
      for (std::size_t c = a + 1; c < heights; ++c) x[a] -= m[a][c] * x[c];
      x[a] /= m[a][a];
    }
    return x;
  }
};

/// The hats of every key of a row, and of its sink behind them. Weights are relative to the running maximum of tiles
/// (0: to the row's).
std::vector<Vector> shapes_of(const ObservedRow& row, std::int64_t tile) {
  const std::vector<double>& scores = row.exact.score;
  const auto tile_of = [&](std::size_t n) { return tile > 0 ? row.data.keys[n] / tile : 0; };
  std::vector<Vector> shapes(scores.size() + 1);
  double running = tile > 0 && row.data.sink ? *row.data.sink : -INFINITY;
  if (row.data.sink) add_hats(tile > 0 ? 0 : (*row.data.sink - row.exact.max) * std::numbers::log2e, shapes.back());
  for (std::size_t n = 0; n < scores.size();) {
    std::size_t end = n;
    double next = tile > 0 ? running : row.exact.max;
    for (; end < scores.size() && tile_of(end) == tile_of(n); ++end) next = std::max(next, scores[end]);
    for (; n < end; ++n) add_hats((scores[n] - next) * std::numbers::log2e, shapes[n]);
    running = next;
  }
  return shapes;
}

/// One row's errors under given heights: squares of what is left, and the next step's equations.
double meet(const ObservedRow& row, const std::vector<Vector>& shapes, const Vector& heights_now,
            LeastSquares& equations) {
  std::vector<double> weights;
  const std::size_t keys = row.data.count();
  double sum = 0, sink = 1;
  for (std::size_t n = 0; n <= keys; ++n) {
    const double exact = n < keys ? row.exact.probability[n] : std::max(0.0, sink);
    weights.push_back(exact * std::exp(dot(shapes[n], heights_now)));
    sum += weights[n];
    sink -= exact;
  }
  double left = 0;
  for (std::size_t c = 0; c < row.got.size(); ++c) {
    double out = 0;
    const auto value = [&](std::size_t n) { return n < keys ? row.data.value(n)[c] : 0; };
    for (std::size_t n = 0; n <= keys; ++n) out += weights[n] / sum * value(n);
    Vector slope{};
    for (std::size_t n = 0; n <= keys; ++n)
      for (std::size_t k = 0; k < heights; ++k) slope[k] += weights[n] / sum * shapes[n][k] * (value(n) - out);
    equations.add(slope, row.got[c] - out);
    left += (row.got[c] - out) * (row.got[c] - out);
  }
  return left;
}

/// What the best heights leave of the root of the square sum of the errors, relative.
double left_over(const std::vector<const ObservedRow*>& rows, std::int64_t tile) {
  constexpr int steps = 4;
  std::vector<std::vector<Vector>> shapes;
  for (const ObservedRow* row : rows) shapes.push_back(shapes_of(*row, tile));
  Vector now{};
  double first = 0, least = std::numeric_limits<double>::infinity();
  for (int step = 0; step <= steps; ++step) {
    LeastSquares equations;
    double left = 0;
    for (std::size_t n = 0; n < rows.size(); ++n) left += meet(*rows[n], shapes[n], now, equations);
    if (step == 0) first = left;
    if (!(left < least)) break;
    least = left;
    const Vector change = equations.solution();
    for (std::size_t k = 0; k < heights; ++k) now[k] += change[k];
  }
  return first > 0 ? std::sqrt(least / first) : std::numeric_limits<double>::infinity();
}

/// How often the weight of each key was made by an exp of less than an argument: its own, under the running maximum of
/// tiles (0: the row's), and those that rescale it later.
std::vector<double> exponentials_below(const ObservedRow& row, std::int64_t tile, double argument) {
  const std::vector<double>& scores = row.exact.score;
  const auto tile_of = [&](std::size_t n) { return tile > 0 ? row.data.keys[n] / tile : 0; };
  std::vector<double> times(scores.size());
  double running = -INFINITY, rescaled = 0;
  for (std::size_t n = 0; n < scores.size();) {
    std::size_t end = n;
    double next = tile > 0 ? running : row.exact.max;
    for (; end < scores.size() && tile_of(end) == tile_of(n); ++end) next = std::max(next, scores[end]);
    if (running - next < argument) rescaled += 1;
    for (; n < end; ++n) times[n] = (scores[n] - next < argument ? 1 : 0) - rescaled;
    running = next;
  }
  for (double& t : times) t += rescaled;
  return times;
}

/// What is left of the errors, as above, when every exp of less than an argument is off by one small factor.
double left_by_step(const std::vector<const ObservedRow*>& rows, std::int64_t tile, double argument) {
  constexpr double small = 1.0 / 64;
  double errors = 0, slopes = 0, both = 0;
  for (const ObservedRow* row : rows) {
    if (row->data.sink) continue;
    std::vector<double> moved = exponentials_below(*row, tile, argument);
    double mean = 0;
    for (std::size_t n = 0; n < moved.size(); ++n) mean += moved[n] *= row->exact.probability[n];
    for (std::size_t c = 0; c < row->got.size(); ++c) {
      double slope = -mean * row->exact.out[c];
      for (std::size_t n = 0; n < moved.size(); ++n) slope += moved[n] * row->data.value(n)[c];
      const double error = row->got[c] - row->exact.out[c];
      errors += error * error, slopes += slope * slope, both += slope * error;
    }
  }
  if (errors == 0 || !(std::fabs(both) < small * slopes)) return std::numeric_limits<double>::infinity();
  return std::sqrt(std::max(0.0, 1 - both / slopes * both / errors));
}

double residual_of_exp_error(const std::vector<ObservedRow>& all) {
  // Eight free numbers describe anything of that many errors; ten times as many they do not.
  constexpr std::size_t rows_enough = 48, elements_least = 10 * heights;
  std::vector<const ObservedRow*> rows;
  std::size_t elements = 0;
  for (const ObservedRow& row : all) {
    if (row.exact.empty || row.data.count() < 2 || !row.data.keep.empty()) continue;
    if (rows.size() >= rows_enough && elements >= elements_least) break;
    rows.push_back(&row);
    elements += row.got.size();
  }
  double least = std::numeric_limits<double>::infinity();
  if (elements < elements_least) return least;
  for (const std::int64_t tile : {0, 16, 32, 64, 128}) least = std::min(least, left_over(rows, tile));
  for (const std::int64_t tile : {0, 1, 16, 32, 64, 128})
    for (const double argument : {-0.125, -0.25, -0.5, -1.0, -1.5, -2.0, -3.0, -4.0, -6.0, -8.0, -12.0, -16.0})
      least = std::min(least, left_by_step(rows, tile, argument));
  return 3 * least;
}

}  // namespace

Suspect inexact_exp() {
  return {.name = "inexact_exp",
          .claim = "exponentials are inexact",
          .source = "numerics.md#a3-exponentials",
          .fit = residual_of_exp_error};
}

}  // namespace assay::properties::suspects
