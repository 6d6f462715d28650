// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/interval.hpp"

#include <mpfi.h>

#include <algorithm>
#include <bit>
#include <boost/multiprecision/mpfi.hpp>
#include <cmath>
#include <cstdint>
#include <new>
#include <utility>

#include "reference/model/contract.hpp"

namespace assay::reference {

namespace {

using Backend = boost::multiprecision::backends::mpfi_float_backend<0>;
using Number = boost::multiprecision::number<Backend, boost::multiprecision::et_off>;

double to_odd(mpfr_srcptr x) {
  const double cut = mpfr_get_d(x, MPFR_RNDZ);
  if (!std::isfinite(cut) || mpfr_cmp_d(x, cut) == 0) return cut;
  const bool odd = std::bit_cast<std::uint64_t>(cut) & 1;
  return odd ? cut : std::nextafter(cut, mpfr_sgn(x) > 0 ? HUGE_VAL : -HUGE_VAL);
}

}  // namespace

struct Interval::Access {
  static Number& number(Interval& a) { return *std::launder(reinterpret_cast<Number*>(a.storage_)); }
  static const Number& number(const Interval& a) { return *std::launder(reinterpret_cast<const Number*>(a.storage_)); }
  static Backend& backend(Interval& a) { return number(a).backend(); }
  static const Backend& backend(const Interval& a) { return number(a).backend(); }
  static mpfi_ptr data(Interval& a) { return backend(a).data(); }
  static mpfi_srcptr data(const Interval& a) { return backend(a).data(); }
  static mpfr_srcptr left(const Interval& a) { return backend(a).left_data(); }
  static mpfr_srcptr right(const Interval& a) { return backend(a).right_data(); }

  template <class Function>
  static Interval unary(const Interval& a, Function apply) {
    Interval result(0, a.precision_bits());
    apply(backend(result), backend(a));
    return result;
  }
  template <class Function>
  static Interval binary(const Interval& a, const Interval& b, Function apply) {
    Interval result(0, std::max(a.precision_bits(), b.precision_bits()));
    apply(backend(result), backend(a), backend(b));
    return result;
  }
};

Interval::Interval(double value, int precision_bits) {
  static_assert(sizeof(Number) <= sizeof(storage_) && alignof(Number) <= 8);
  ASSAY_ASSERT(precision_bits >= MPFR_PREC_MIN);
  new (storage_) Number;
  mpfi_set_prec(Access::data(*this), precision_bits);
  Access::backend(*this) = value;
}

Interval Interval::of_rational(mpq_srcptr value, int precision_bits) {
  Interval result(0, precision_bits);
  mpfi_set_q(Access::data(result), value);
  return result;
}

Interval::Interval(const Interval& other) : Interval(0, other.precision_bits()) {
  mpfi_set(Access::data(*this), Access::data(other));
}
Interval::Interval(Interval&& other) noexcept { new (storage_) Number(std::move(Access::number(other))); }

// Boost 1.74 sets the precision of the target before it copies: assigning a number to itself would lose it, and a
// moved-from one has no memory to set. Copy and swap avoids both.
Interval& Interval::operator=(const Interval& other) { return *this = Interval(other); }
Interval& Interval::operator=(Interval&& other) noexcept {
  Access::number(*this) = std::move(Access::number(other));
  return *this;
}
Interval::~Interval() { Access::number(*this).~Number(); }

int Interval::precision_bits() const { return static_cast<int>(mpfi_get_prec(Access::data(*this))); }
bool Interval::bounded() const { return mpfi_bounded_p(Access::data(*this)) != 0; }
bool Interval::is_point() const {
  mpfr_srcptr left = Access::left(*this), right = Access::right(*this);
  return mpfr_equal_p(left, right) || (mpfr_nan_p(left) && mpfr_nan_p(right));
}
double Interval::lower() const { return mpfr_get_d(Access::left(*this), MPFR_RNDD); }
double Interval::upper() const { return mpfr_get_d(Access::right(*this), MPFR_RNDU); }
double Interval::lower_nearest() const { return mpfr_get_d(Access::left(*this), MPFR_RNDN); }
double Interval::upper_nearest() const { return mpfr_get_d(Access::right(*this), MPFR_RNDN); }
double Interval::lower_to_odd() const { return to_odd(Access::left(*this)); }
double Interval::upper_to_odd() const { return to_odd(Access::right(*this)); }

Interval Interval::upper_point() const {
  return Access::unary(*this, [](Backend& r, const Backend& a) { mpfi_set_fr(r.data(), a.right_data()); });
}

std::string Interval::to_text() const {
  char text[128];
  if (!bounded()) {
    const char* form = is_point() ? "%.17Rg" : "[%.17Rg, %.17Rg]";
    mpfr_snprintf(text, sizeof text, form, Access::left(*this), Access::right(*this));
    return text;
  }
  mpfr_t middle, width;
  mpfr_inits2(precision_bits() + 1, middle, width, nullptr);
  mpfi_mid(middle, Access::data(*this));
  mpfr_sub(width, Access::right(*this), Access::left(*this), MPFR_RNDU);
  // width < 2^exponent, so half of it is below 2^(exponent - 1).
  if (mpfr_zero_p(width)) {
    mpfr_snprintf(text, sizeof text, "%.17Rg", middle);
  } else {
    mpfr_snprintf(text, sizeof text, "%.17Rg +- 2^%ld", middle, static_cast<long>(mpfr_get_exp(width)) - 1);
  }
  mpfr_clears(middle, width, nullptr);
  return text;
}

Interval& Interval::operator+=(const Interval& other) {
  if (other.precision_bits() > precision_bits()) return *this = *this + other;
  eval_add(Access::backend(*this), Access::backend(other));
  return *this;
}

void Interval::add_product(const Interval& a, double b) { add_scaled({this, 1}, a, &b); }

Interval operator+(const Interval& a, const Interval& b) {
  return Interval::Access::binary(a, b, [](Backend& r, const Backend& x, const Backend& y) { eval_add(r, x, y); });
}
Interval operator-(const Interval& a, const Interval& b) {
  return Interval::Access::binary(a, b, [](Backend& r, const Backend& x, const Backend& y) { eval_subtract(r, x, y); });
}
Interval operator*(const Interval& a, const Interval& b) {
  return Interval::Access::binary(a, b, [](Backend& r, const Backend& x, const Backend& y) { eval_multiply(r, x, y); });
}
Interval operator/(const Interval& a, const Interval& b) {
  return Interval::Access::binary(a, b, [](Backend& r, const Backend& x, const Backend& y) { eval_divide(r, x, y); });
}
Interval sqrt(const Interval& a) {
  return Interval::Access::unary(a, [](Backend& r, const Backend& x) { eval_sqrt(r, x); });
}
Interval exp(const Interval& a) {
  return Interval::Access::unary(a, [](Backend& r, const Backend& x) { eval_exp(r, x); });
}
Interval log(const Interval& a) {
  return Interval::Access::unary(a, [](Backend& r, const Backend& x) { eval_log(r, x); });
}
Interval tanh(const Interval& a) {
  return Interval::Access::unary(a, [](Backend& r, const Backend& x) { eval_tanh(r, x); });
}
Interval abs(const Interval& a) {
  return Interval::Access::unary(a, [](Backend& r, const Backend& x) { eval_abs(r, x); });
}

Interval max(const Interval& a, const Interval& b) {
  if (mpfi_nan_p(Interval::Access::data(a))) return a;  // mpfr_max would prefer the number
  if (mpfi_nan_p(Interval::Access::data(b))) return b;
  return Interval::Access::binary(a, b, [](Backend& r, const Backend& x, const Backend& y) {
    mpfr_max(r.left_data(), x.left_data(), y.left_data(), MPFR_RNDD);
    mpfr_max(r.right_data(), x.right_data(), y.right_data(), MPFR_RNDU);
  });
}

Interval dot(std::span<const double> a, std::span<const double> b, int precision_bits) {
  ASSAY_ASSERT(a.size() == b.size());
  Interval sum(0, precision_bits);
  // 106 bits hold every product of two doubles (MPFR's exponents do not end where doubles' do); MPFR adds equal
  // precisions faster.
  mpfr_t product;
  mpfr_init2(product, std::max(2 * 53, precision_bits));
  for (std::size_t t = 0; t < a.size(); ++t) {
    mpfr_set_d(product, a[t], MPFR_RNDN);
    const int inexact = mpfr_mul_d(product, product, b[t], MPFR_RNDN);
    ASSAY_ASSERT(inexact == 0);
    mpfi_add_fr(Interval::Access::data(sum), Interval::Access::data(sum), product);
  }
  mpfr_clear(product);
  return sum;
}

void add_scaled(std::span<Interval> sums, const Interval& factor, const double* b) {
  if (sums.empty()) return;
  Interval product(0, sums[0].precision_bits());
  for (std::size_t c = 0; c < sums.size(); ++c) {
    Interval::Access::backend(product) = b[c];
    eval_multiply(Interval::Access::backend(product), Interval::Access::backend(factor));
    eval_add(Interval::Access::backend(sums[c]), Interval::Access::backend(product));
  }
}

bool overlap(const Interval& a, const Interval& b) {
  return mpfr_lessequal_p(Interval::Access::left(a), Interval::Access::right(b)) &&
         mpfr_lessequal_p(Interval::Access::left(b), Interval::Access::right(a));
}

bool contains(const Interval& outer, const Interval& inner) {
  return mpfr_lessequal_p(Interval::Access::left(outer), Interval::Access::left(inner)) &&
         mpfr_lessequal_p(Interval::Access::right(inner), Interval::Access::right(outer));
}

Ball to_ball(const Interval& a) {
  if (a.is_point() && !a.bounded()) return {a.lower(), 0};
  if (!a.bounded()) return {0, HUGE_VAL};
  const double centre = mpfi_get_d(Interval::Access::data(a));
  if (std::isinf(centre)) return {0, HUGE_VAL};  // a real number beyond the doubles: no ball of doubles holds it
  mpfr_t above, below;
  mpfr_inits2(53, above, below, nullptr);
  mpfr_sub_d(above, Interval::Access::right(a), centre, MPFR_RNDU);
  mpfr_d_sub(below, centre, Interval::Access::left(a), MPFR_RNDU);
  const double radius = std::max(mpfr_get_d(above, MPFR_RNDU), mpfr_get_d(below, MPFR_RNDU));
  mpfr_clears(above, below, nullptr);
  return {centre, std::max(radius, 0.0)};
}

}  // namespace assay::reference
