// SPDX-License-Identifier: Apache-2.0
#include "reference/error/usual/tail.hpp"

#include <algorithm>
#include <cmath>

namespace assay::reference {

namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

// Beyond the mean each term is the one before times a falling ratio below 1, started from its logarithm: the
// error of lgamma at n <= 2^40 is far below 1e-9 relative. Terms below 2^-60 of the sum cannot matter any more.
double far_tail(std::int64_t n, std::int64_t k, double p) {
  double term = std::exp(std::lgamma(real(n) + 1) - std::lgamma(real(k) + 1) - std::lgamma(real(n - k) + 1) +
                         real(k) * std::log(p) + real(n - k) * std::log1p(-p));
  double total = 0;
  for (std::int64_t i = k; i <= n && term > total * 0x1p-60; ++i) {
    total += term;
    term *= real(n - i) / real(i + 1) * (p / (1 - p));
  }
  return std::min(total, 1.0);
}

}  // namespace

double binomial_upper_tail(std::int64_t n, std::int64_t k, double p) {
  if (k <= 0) return 1;
  if (k > n || p <= 0) return 0;
  if (p >= 1) return 1;
  return real(k) > real(n) * p ? far_tail(n, k, p) : 1 - far_tail(n, n - k + 1, 1 - p);
}

double binomial_lower_tail(std::int64_t n, std::int64_t k, double p) { return binomial_upper_tail(n, n - k, 1 - p); }

double dropout_rate_slack() { return 1.0 / 256; }

double dropout_rate_tail(std::int64_t n, std::int64_t dropped, double probability) {
  const double low = std::max(0.0, probability - dropout_rate_slack());
  const double high = std::min(1.0, probability + dropout_rate_slack());
  if (real(dropped) > real(n) * high) return binomial_upper_tail(n, dropped, high);
  if (real(dropped) < real(n) * low) return binomial_lower_tail(n, dropped, low);
  return 1;
}

double hoeffding_tail(double t, double sum_of_squared_widths) {
  if (!(t > 0)) return 1;
  if (!(sum_of_squared_widths > 0)) return 0;
  return std::min(1.0, 2 * std::exp(-2 * t * t / sum_of_squared_widths));
}

double violated_below() { return 1e-12; }
double doubtful_below() { return 1e-6; }

}  // namespace assay::reference
