// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "reference/model/arithmetic.hpp"

namespace assay::reference {

/// Relative variance of one rounding to nearest of a log-uniform significand, over u^2 (numerics.md#d1-one-rounding).
inline constexpr double rounding_variance = 0.1803;

/// Partial sums of a sequence, as far as the noise of adding it up needs them.
struct SumNoise {
  explicit SumNoise(const Accumulator& accumulator) : group(accumulator.promoted) {}
  int group;                  ///< terms after which a promoted sum begins again; 0: never
  double squares = 0;         ///< Sum x^2
  double prefix = 0;          ///< S
  double prefix_squares = 0;  ///< Sum S_t^2
  double largest = 0;         ///< max x^2
  double largest_prefix = 0;  ///< max |S_t|
  double inner = 0;           ///< S within its group
  double inner_squares = 0;   ///< Sum of its squares
  std::size_t count = 0;
  void add(double x);
  /// M: the mean square of partial sums, in the given order or a random one, whichever is larger.
  double mean_square() const;
  double mean_prefix() const;  ///< the larger of |S| and the root mean square of the partial sums
  /// Variance of the computed sum; repeats: how many addends come of one kind.
  double variance(const Accumulator& accumulator, bool products_round, double repeats) const;
};

/// By what part a truncating adder lowers a sum of this many terms of one sign on average; 0 for adders that round.
/// A promoted one lowers each group alike.
double mean_shift(const Accumulator& accumulator, double terms);

/// Per element, sums of what the keys of a group have in common: as if they shared it, and as if each had its own.
class SharedSums {
 public:
  explicit SharedSums(std::size_t elements) : sums_(elements), squares_(elements) {}
  void add(std::size_t c, double x) {
    sums_[c] += x;
    squares_[c] += x * x;
  }
  /// Adds factor times the larger square of both; the next group starts.
  void take(std::vector<double>& variance, double factor);

 private:
  std::vector<double> sums_, squares_;
};

/// Keys in order of their scores, cut into groups of equal scores and cells of a given width.
struct ScoreOrder {
  std::vector<std::size_t> keys;
  std::vector<bool> ends_group;  ///< after this place in the order
  std::vector<bool> ends_cell;
  double groups = 0;
};
ScoreOrder order_of(const std::vector<double>& scores, double cell);

/// Over how many keys of different scores the weights are spread: (Sum_g W_g)^2 / Sum_g W_g^2 over groups of equal
/// scores; a key without a weight (the sink) counts nothing. So many roundings make up the error of the row's output;
/// near 1 it is a function of one value and of constants, as it is in every other such row.
double sources_of(const ScoreOrder& order, const std::vector<double>& weights);

/// How many values there are that lie further than `unit` from each other; sorts them.
double different(std::vector<double>& values, double unit);

/// n over the number of different values; sorts them. 1 for none.
double repeats_among(std::vector<double>& values);

}  // namespace assay::reference
