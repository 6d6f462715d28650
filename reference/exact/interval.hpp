// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmp.h>

#include <cstddef>
#include <span>
#include <string>

namespace assay::reference {

/// A real number known to lie between two MPFR numbers of the same precision: a value of Boost.Multiprecision's
/// mpfi_float_backend. Every operation returns an interval that contains every result its operands admit.
///
/// A result has the larger precision of its operands, in bits and exactly as asked. Boost's operators would take it
/// from a process-wide default counted in decimal digits, which threads share; so the operations here call Boost's
/// backend functions.
///
/// Intervals are not compared: an ambiguous comparison has no answer (and terminates the program in Boost 1.74). Ask
/// for lower() and upper() instead. The storage is opaque so that interval.cpp alone includes Boost.
class Interval {
 public:
  /// Zero.
  Interval() : Interval(0.0, 53) {}
  /// The double itself; precision_bits below 53 enclose it. NaN and infinities stay what they are.
  Interval(double value, int precision_bits);
  static Interval of_rational(mpq_srcptr value, int precision_bits);

  Interval(const Interval& other);
  Interval(Interval&& other) noexcept;
  Interval& operator=(const Interval& other);
  Interval& operator=(Interval&& other) noexcept;
  ~Interval();

  int precision_bits() const;
  /// Both ends are finite numbers.
  bool bounded() const;
  /// Both ends are the same number, or both NaN.
  bool is_point() const;

  /// Ends rounded outward to doubles; at and beyond the largest double they may be infinite.
  double lower() const;
  double upper() const;
  /// Ends rounded to the nearest double, ties to even.
  double lower_nearest() const;
  double upper_nearest() const;
  /// Ends rounded to odd: cut toward zero and, when something was cut, the last bit set. Rounding the result to a
  /// format of at most 51 bits rounds the end itself (Boldo and Melquiond, Emulation of FMA and correctly rounded
  /// sums: proved algorithms using rounding to odd, 2008).
  double lower_to_odd() const;
  double upper_to_odd() const;
  /// The upper end as an interval of width 0.
  Interval upper_point() const;
  /// "1.2345678901234567 +- 2^-121": the middle to 17 digits, and the power of two that bounds half the width.
  std::string to_text() const;

  Interval& operator+=(const Interval& other);
  /// *this += a b, the product enclosed at the precision of *this.
  void add_product(const Interval& a, double b);

  friend Interval operator+(const Interval& a, const Interval& b);
  friend Interval operator-(const Interval& a, const Interval& b);
  friend Interval operator*(const Interval& a, const Interval& b);
  friend Interval operator/(const Interval& a, const Interval& b);
  friend Interval sqrt(const Interval& a);
  friend Interval exp(const Interval& a);
  friend Interval log(const Interval& a);
  friend Interval tanh(const Interval& a);
  friend Interval abs(const Interval& a);
  /// The larger of two real numbers, enclosed: no comparison of intervals is needed for it.
  friend Interval max(const Interval& a, const Interval& b);

  struct Access;  ///< interval.cpp's door to the Boost number

 private:
  alignas(8) std::byte storage_[64];
};

/// Sum of a_t b_t.
Interval dot(std::span<const double> a, std::span<const double> b, int precision_bits);
/// sums_c += factor b_c for every sum, products enclosed at the precision of the first.
void add_scaled(std::span<Interval> sums, const Interval& factor, const double* b);

/// True when the two intervals share a number: two enclosures of one truth always do.
bool overlap(const Interval& a, const Interval& b);
/// True when inner lies within outer.
bool contains(const Interval& outer, const Interval& inner);

/// A double and a radius that contain an interval. A NaN or an infinity that is meant (both ends are it) has
/// radius 0; an unbounded interval, and one beyond the largest double, has centre 0 and an infinite radius.
struct Ball {
  double centre = 0;
  double radius = 0;
};
Ball to_ball(const Interval& a);

}  // namespace assay::reference
