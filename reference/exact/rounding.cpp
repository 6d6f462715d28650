// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/rounding.hpp"

#include <algorithm>
#include <cmath>

#include "reference/exact/interval_row.hpp"
#include "reference/exact/ties.hpp"

namespace assay::reference {

namespace {

/// The format's value to which both ends round; none if they part, or if the interval says nothing. Only NaN and
/// infinities that the definition gives are points without bounds.
std::optional<double> common_rounding(const Interval& a, const FloatFormat& format) {
  if (!a.bounded() && !a.is_point()) return std::nullopt;
  const bool is_double = format.precision() == 53;
  const double low = is_double ? a.lower_nearest() : round_to(format, a.lower_to_odd());
  const double high = is_double ? a.upper_nearest() : round_to(format, a.upper_to_odd());
  if (low == high || (std::isnan(low) && std::isnan(high))) return low;
  return std::nullopt;
}

/// Ends always: a rational that is not a number of the format or halfway between two of them keeps its distance from
/// those.
Rounded round_rational(const mpq_class& value, const FloatFormat& format, int precision_bits) {
  for (int bits = 128;; bits *= 2) {
    const Interval a = Interval::of_rational(value.get_mpq_t(), bits);
    if (const auto rounded = common_rounding(a, format))
      return {*rounded, Rounded::How::ExactTie, precision_bits, a.lower(), a.upper()};
  }
}

Rounded undecided(const Interval& a, const FloatFormat& format) {
  const Ball ball = to_ball(a);
  const double best = std::isfinite(ball.radius) ? round_to(format, ball.centre) : std::nan("");
  return {best, Rounded::How::Undecided, a.precision_bits(), a.lower(), a.upper()};
}

/// Ziv's loop for a list of numbers: `enclose` gives them at a precision, `rational` the exact values of those that
/// are rational. The exact decision is asked for once, when the first precision has left something open.
template <class Enclose, class Rational>
std::vector<Rounded> ziv(const Enclose& enclose, const Rational& rational, const FloatFormat& format, int cap_bits) {
  const int first_bits = std::min(128, cap_bits);
  std::vector<Interval> values = enclose(first_bits);
  std::vector<std::optional<Rounded>> rounded(values.size());
  const auto round_open = [&](int bits) {
    bool open = false;
    for (std::size_t c = 0; c < values.size(); ++c) {
      if (rounded[c]) continue;
      if (const auto value = common_rounding(values[c], format))
        rounded[c] = Rounded{*value, Rounded::How::Enclosure, bits, values[c].lower(), values[c].upper()};
      open = open || !rounded[c];
    }
    return open;
  };
  bool open = round_open(first_bits);
  if (open) {
    const std::vector<std::optional<mpq_class>> exact = rational();
    for (std::size_t c = 0; c < values.size(); ++c)
      if (!rounded[c] && exact[c]) rounded[c] = round_rational(*exact[c], format, first_bits);
    open = round_open(first_bits);
  }
  for (int bits = 2 * first_bits; open && bits <= cap_bits; bits *= 2) {
    values = enclose(bits);
    open = round_open(bits);
  }
  std::vector<Rounded> result;
  for (std::size_t c = 0; c < values.size(); ++c)
    result.push_back(rounded[c] ? *rounded[c] : undecided(values[c], format));
  return result;
}

}  // namespace

std::vector<Rounded> round_outputs(const RowData& row, const FloatFormat& format, int precision_cap_bits) {
  return ziv([&](int bits) { return interval_row(row, bits).out; }, [&] { return rational_outputs(row); }, format,
             precision_cap_bits);
}

Rounded round_lse(const RowData& row, const FloatFormat& format, int precision_cap_bits) {
  return ziv([&](int bits) { return std::vector<Interval>{interval_row(row, bits).lse}; },
             [&] { return std::vector<std::optional<mpq_class>>{rational_lse(row)}; }, format, precision_cap_bits)[0];
}

}  // namespace assay::reference
