// SPDX-License-Identifier: Apache-2.0
// Thresholds. Over 3 240 tensors of correct kernels in 6 arithmetics and 18 natural families of inputs RMS z' was at
// most 1.24 and |z'| at most 8.0 (numerics.md#d10-thresholds): that is how far SD' may be off, and 2.5 and 12 leave
// room above it. Elements of a row share its score errors, so a tensor has as many independent values as it has
// different rows. The mean square over r rows exceeds its expectation by chance as chi squared with r degrees does:
//     largest usual RMS = max(2.5, 1.24 sqrt(quantile(1 - 1e-9; r) / r)),
// above 2.5 for fewer than 22 rows. The mean over r rows: Student's t, two-sided 1e-9, from 24 rows on (below, its
// quantiles say more of the tails of one row than of a bias), and 0.2 in size, since a bias of a fifth of the usual
// error is no finding. A constant that is off, or a division that errs one way, pulls every row alike and is allowed:
// its largest mean is added. Output rounding cannot bias z', which is a distance from the cell.
// Rows are independent, and their roundings too, only where each adds up many of its own. A row of one weight, or of
// equal ones, errs by how that weight is rounded and by its values, and so does the next; small addends of about one
// size, added to a large one, are all rounded the same way; rows of the same weights round them alike. Rows of fewer
// than eight sources (expected.hpp) are therefore held to the largest |z'| alone, and rows of the same weights count
// once: among 397,168 honest judgements 83 were called doubtful before, with t up to 1e16, all for such rows
// (assay-measure honest 40000 1 0, ... 40000, ... 80000).
#include "reference/error/usual/suspicion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace assay::reference {
namespace {

constexpr double one_in = 1e-9;     // probability of each test on an ordinary kernel
constexpr double usual_rms = 1.24;  // the largest measured
constexpr double rms_floor = 2.5;
constexpr double distance_limit = 12;
constexpr double smallest_bias = 0.2;
constexpr std::size_t rows_for_bias = 24;
constexpr double probable = 1e-6;
constexpr double many_sources = 8;

double real(std::size_t n) { return static_cast<double>(n); }

/// No finding is less probable than what a double can say.
double reported(double probability) { return std::clamp(probability, 1e-300, 1.0); }

}  // namespace

double normal_distance(const FloatFormat& format, const Reals& centre, double deviation, double got) {
  const Reals cell = rounding_cell(format, got);
  double distance = 0;
  if (cell.lower > centre.upper) distance = cell.lower - centre.upper;
  if (cell.upper < centre.lower) distance = cell.upper - centre.lower;
  constexpr double most = 1e100;  // whose square is still a number
  return distance == 0 ? 0 : std::clamp(distance / deviation, -most, most);
}

void SizeStatistics::add_row(const RowErrors& row) {
  if (row.distances.empty()) return;
  for (const double distance : row.distances) largest_ = std::max(largest_, std::fabs(distance));
  all_elements_ += row.distances.size();
  if (row.sources < many_sources || !seen_.insert(row.likeness).second) return;
  double mean = 0;
  for (std::size_t c = 0; c < row.distances.size(); ++c) {
    square_sum_ += row.distances[c] * row.distances[c];
    mean += row.distances[c] * row.signs[c];
  }
  elements_ += row.distances.size();
  means_.push_back(mean / real(row.distances.size()));
  explained_ += row.explained;
}

double SizeStatistics::rms() const { return elements_ == 0 ? 0 : std::sqrt(square_sum_ / real(elements_)); }

double SizeStatistics::bias() const {
  double sum = 0;
  for (const double mean : means_) sum += mean;
  return means_.empty() ? 0 : sum / real(means_.size());
}

double SizeStatistics::student() const {
  if (means_.size() < 2) return 0;
  const double mean = bias(), rows = real(means_.size());
  double squares = 0;
  for (const double x : means_) squares += (x - mean) * (x - mean);
  return squares == 0 ? 0 : mean / std::sqrt(squares / (rows - 1) / rows);
}

std::optional<Suspicion> SizeStatistics::too_large() const {
  if (rows() > 0 && rms() > largest_usual_rms(rows())) {
    const boost::math::chi_squared distribution(real(rows()));
    const double square = std::min(real(rows()) * std::pow(rms() / usual_rms, 2), 1e300);
    return Suspicion{reported(boost::math::cdf(boost::math::complement(distribution, square))),
                     fmt::format("errors are {:.3g} times as large as this arithmetic usually makes them, over {} "
                                 "different rows (usual: up to {:.3g})",
                                 rms(), rows(), largest_usual_rms(rows()))};
  }
  if (largest_ > largest_usual_distance())
    return Suspicion{reported(real(all_elements_) * std::erfc(largest_ / usual_rms / std::sqrt(2.0))),
                     fmt::format("one error is {:.3g} times the usual size (usual: up to {:.3g})", largest_,
                                 largest_usual_distance())};
  return std::nullopt;
}

std::optional<Suspicion> SizeStatistics::biased() const {
  const double t = student();
  if (rows() < rows_for_bias || std::fabs(t) <= largest_usual_student(rows())) return std::nullopt;
  if (!(std::fabs(bias()) > smallest_bias + explained_ / real(rows()))) return std::nullopt;
  const boost::math::students_t distribution(real(rows() - 1));
  return Suspicion{reported(2 * boost::math::cdf(boost::math::complement(distribution, std::fabs(t)))),
                   fmt::format("errors point {} zero: {:.2g} of their usual size on average over {} different rows, "
                               "t = {:.3g}",
                               t > 0 ? "away from" : "toward", std::fabs(bias()), rows(), t)};
}

double largest_usual_rms(std::size_t rows) {
  const boost::math::chi_squared distribution(real(std::max<std::size_t>(rows, 1)));
  const double by_chance = boost::math::quantile(boost::math::complement(distribution, one_in));
  return std::max(rms_floor, usual_rms * std::sqrt(by_chance / real(std::max<std::size_t>(rows, 1))));
}

double largest_usual_distance() { return distance_limit; }

double largest_usual_student(std::size_t rows) {
  const boost::math::students_t distribution(real(std::max<std::size_t>(rows, 2) - 1));
  return boost::math::quantile(boost::math::complement(distribution, one_in / 2));
}

double probable_lambda(std::int64_t elements) {
  return std::sqrt(2 * std::log(2 * static_cast<double>(std::max<std::int64_t>(elements, 1)) / probable));
}

double beyond_probable() { return probable; }

}  // namespace assay::reference
