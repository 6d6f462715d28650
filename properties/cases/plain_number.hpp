// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <vector>

namespace assay::properties {

/// How much a reader has to take in to know a number; smaller is plainer.
///
/// In this order: zero and -0; integers up to 1000 by size, positive before negative (so 1 comes next); other
/// finite numbers by significant bits, then by distance of their binary exponent from 0, then by size, positive
/// first; infinities; NaN. Numbers that compare equal are the same number or both NaN.
struct NumberRank {
  int kind = 0;  ///< 0 integer, 1 other finite number, 2 infinity, 3 NaN
  int bits = 0;
  int exponent_distance = 0;
  double size = 0;
  bool negative = false;
  auto operator<=>(const NumberRank&) const = default;
};
NumberRank number_rank(double value);

bool plainer(double a, double b);

/// For texts: the number without a sign that says nothing, that of a NaN or of a zero.
double without_idle_sign(double value);

/// A coarse price of the same order for sums over many numbers: 0 for zero, 1 for one, 2 for minus one, more
/// for the rest.
int number_cost(double value);

/// Strictly plainer numbers, boldest first: zero, one, without fraction, few significant bits, half, one less,
/// positive. One less may not exist in the number's format; the others do.
std::vector<double> plainer_numbers(double value);

}  // namespace assay::properties
