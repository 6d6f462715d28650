// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reference/error/replay/rounding_cell.hpp"

namespace assay::reference {

/// z': distance of the centre from the reals that round to what the kernel returned, over the deviation, with the sign
/// of the error. 0 when the centre rounds to it, 1e100 where no deviation at all is expected.
double normal_distance(const FloatFormat& format, const Reals& centre, double deviation, double got);

/// Possible for the declared arithmetic, improbable on inputs that were not searched.
struct Suspicion {
  double probability = 0;  ///< of the like on an ordinary kernel, at most
  std::string why;
};

/// One row's errors.
struct RowErrors {
  std::uint64_t likeness = 0;     ///< equal for rows whose weights the arithmetic cannot tell apart
  double sources = 0;             ///< of expected.hpp
  std::vector<double> distances;  ///< z' of its elements
  std::vector<double> signs;      ///< of their centres
  double explained = 0;           ///< the largest mean that an error common to all rows, as a constant is, may have
};

/// z' of one tensor row by row, and what the rows say together (numerics.md#d8-sources-and-likeness). Rows of the same
/// weights count once: their errors are alike, not independent. Of rows whose error has few sources only the largest z'
/// counts.
class SizeStatistics {
 public:
  void add_row(const RowErrors& row);

  std::size_t rows() const { return means_.size(); }  ///< different ones, of many sources
  double rms() const;                                 ///< of z' over their elements
  double largest() const { return largest_; }         ///< |z'| of any row
  double bias() const;                                ///< mean over rows of the row's mean of z' sign(o)
  double student() const;                             ///< t of that mean; 0 where it has none

  /// Too large: RMS or largest beyond their thresholds.
  std::optional<Suspicion> too_large() const;
  /// Pulled one way. Not for adders that truncate, with outputs fine enough to show it.
  std::optional<Suspicion> biased() const;

 private:
  std::set<std::uint64_t> seen_;
  std::vector<double> means_;
  double explained_ = 0;  ///< sum over rows
  std::size_t elements_ = 0;
  double square_sum_ = 0;
  double largest_ = 0;
  std::size_t all_elements_ = 0;  ///< of rows of few sources too
};

/// The largest RMS z' of an ordinary kernel over this many independent rows.
double largest_usual_rms(std::size_t rows);
/// The largest |z'| of one element.
double largest_usual_distance();
/// |t| beyond which a mean over this many rows is no accident.
double largest_usual_student(std::size_t rows);
/// lambda of EP (numerics.md#d11-the-probable-bound) for a tensor of this many elements, and the probability that any
/// of them lies beyond.
double probable_lambda(std::int64_t elements);
double beyond_probable();

}  // namespace assay::reference
