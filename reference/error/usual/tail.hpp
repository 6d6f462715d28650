// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace assay::reference {

/// P(X >= k) and P(X <= k) for X ~ Binomial(n, p), summed term by term beyond the mean (relative error below
/// 1e-9 there), one minus the other tail before it.
double binomial_upper_tail(std::int64_t n, std::int64_t k, double p);
double binomial_lower_tail(std::int64_t n, std::int64_t k, double p);

/// A kernel may drop at a rate this far from the one asked for: a widely used one compares 8 random bits with
/// floor(255 (1-p)), which errs by up to 1/256 (numerics.md#e4-counts-and-dropout).
double dropout_rate_slack();

/// How likely a count at least as far from n p is, for the rate within the slack that explains it best; 1 when
/// inside the slack.
double dropout_rate_tail(std::int64_t n, std::int64_t dropped, double probability);

/// Hoeffding: P(|S - E S| >= t) for S a sum of independent terms, each within an interval of width w_i: at most
/// 2 exp(-2 t^2 / Sum w_i^2). Hoeffding, JASA 58 (1963), theorem 2.
double hoeffding_tail(double t, double sum_of_squared_widths);

/// Below the first probability an observation is violated, below the second doubtful. With a million
/// observations a year the first gives less than one false alarm in a million years.
double violated_below();
double doubtful_below();

}  // namespace assay::reference
