// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/error/worst/score_error.hpp"

namespace assay::reference {

struct RowParts;

/// What the bound knows of one key (the sink comes last); p is its exact probability.
struct KeyError {
  ArgumentError argument;
  double probability = 0;
  double shared = 0;           ///< p K: what numerator and denominator share
  double shared_rounding = 0;  ///< the part of it that comes from rounding P, where the row sum sees the rounded P
  double rounding = 0;         ///< a: relative error of rounding P that only the numerator sees
  double moved = 0;            ///< lambda: by how much, in nats, its split's own log-sum-exp may move it; one split: 0
  double merge = 0;            ///< (1+theta_div u)(1+gamma_S) - 1: its split's output divided, weighted and added
  double reweighted = 0;       ///< p (1+K) omega: what the error of its split's weight may move; one split: 0
  double upper() const { return probability + shared; }  ///< p (1 + K)
  double numerator(const RowParts& parts) const;         ///< A = (1+a)(1+c_pv)(1+u)^R (1+merge) - 1
  /// p (1+K)((1+A)(1+omega) - 1), which has a limit where p vanishes and omega is without bound.
  double met(const RowParts& parts) const;
};

/// Everything of the bound that is common to a row's elements; derivation in bound.cpp.
struct RowParts {
  RowArguments arguments;
  std::vector<KeyError> keys;
  double accumulation = 0;  ///< c_pv
  double row_sum = 0;       ///< c_l
  double rescale = 0;       ///< (1+u)^R - 1, dropout's factor included
  double denominator = 0;   ///< B
  double lifted = 0;        ///< c_pv (1+u)^R eta_v: what a tensor core's alignment may cost a value; other sums: 0
  double underflow = 0;     ///< eta
  bool dropped = false;     ///< dropout takes weights from the values, not from the row sum
  double merge = 0;         ///< phi: what merging splits may do to the whole output; one split: 0
  bool normalised = true;   ///< the probabilities may have been divided by the row sum before they meet the values
};

/// x y with 0 times infinity = 0: what has no weight moves nothing, however uncertain it is.
inline double product(double x, double y) { return x == 0 || y == 0 ? 0 : x * y; }

RowParts row_parts(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic);
inline double KeyError::numerator(const RowParts& parts) const {
  return (1 + rounding) * (1 + parts.accumulation) * (1 + parts.rescale) * (1 + merge) - 1;
}
inline double KeyError::met(const RowParts& parts) const {
  const double error = numerator(parts);
  return product(upper(), error) + product(reweighted, 1 + error);
}

/// The ways to read what the declaration says of the row sum: from probabilities before or after they are rounded, or
/// both where it is left open. The bound is the largest over them.
std::vector<RowParts> readings(const RowParts& parts, const Arithmetic& arithmetic);

/// 1 - Sum pK - B.
double divisor(const RowParts& parts);

/// E0 as a quotient: the numerator's sums over divisor().
struct Quotient {
  double numerator = 0;
  double divisor = 0;
};
/// E0 of one element, and whether the hull decided it.
struct FirstBound {
  double value = 0;
  bool by_hull = false;
};
FirstBound first_bound(const RowData&, const RowResult&, const RowParts&, std::size_t feature, Quotient sums);
std::vector<double> underflow_parts(const RowData&, const RowResult&, const RowParts&);
/// By how much the chain order narrows the accumulation term of each element.
std::vector<double> chain_savings(const RowData&, const RowResult&, const Arithmetic&, const RowParts&);
/// E of each element for a given choice of what the row sum sees.
std::vector<double> element_bounds(const RowData&, const RowResult&, const Arithmetic&, const RowParts&);

/// What is exact of one key's weight.
struct KeyWeight {
  double probability = 0;
  double score = 0;
};
/// At least p (e^x - 1), without 0 times infinity: a far key may have a huge x and no weight.
double weight_times_expm1(const RowResult& exact, const KeyWeight& key, double exponent);

/// ln(1 + K): the error of the argument, of R + 1 exponentials, and what the key's split is moved by.
double shared_exponent(const Arithmetic& arithmetic, const KeyError& key, double changes);

/// eps_e: relative error of one exponential.
double exp_error(const Arithmetic& arithmetic);

}  // namespace assay::reference
