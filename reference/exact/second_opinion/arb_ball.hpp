// SPDX-License-Identifier: Apache-2.0
#pragma once

#if __has_include(<flint/arb.h>)  // FLINT 3 holds Arb; before, it was a library of its own
#include <flint/arb.h>
#else
#include <arb.h>
#endif

#include <utility>

namespace assay::reference {

/// An arb_t as a value.
class Ball {
 public:
  Ball() { arb_init(value_); }
  explicit Ball(double number) : Ball() { arb_set_d(value_, number); }
  Ball(const Ball& other) : Ball() { arb_set(value_, other.value_); }
  Ball(Ball&& other) noexcept : Ball() { arb_swap(value_, other.value_); }
  Ball& operator=(Ball other) noexcept {
    arb_swap(value_, other.value_);
    return *this;
  }
  ~Ball() { arb_clear(value_); }

  arb_ptr get() { return value_; }
  arb_srcptr get() const { return value_; }

 private:
  arb_t value_;
};

/// Arithmetic at a precision in bits; every result encloses the exact one.
struct BallField {
  slong bits;

  Ball add(const Ball& a, const Ball& b) const { return apply(arb_add, a, b); }
  Ball subtract(const Ball& a, const Ball& b) const { return apply(arb_sub, a, b); }
  Ball multiply(const Ball& a, const Ball& b) const { return apply(arb_mul, a, b); }
  Ball divide(const Ball& a, const Ball& b) const { return apply(arb_div, a, b); }
  Ball exp(const Ball& a) const { return apply(arb_exp, a); }
  Ball log(const Ball& a) const { return apply(arb_log, a); }
  Ball tanh(const Ball& a) const { return apply(arb_tanh, a); }
  Ball reciprocal_root(std::int64_t n) const {
    Ball result;
    arb_rsqrt_ui(result.get(), static_cast<ulong>(n), bits);
    return result;
  }
  void add_product(Ball& sum, const Ball& a, double b) const { arb_addmul(sum.get(), a.get(), Ball(b).get(), bits); }

 private:
  template <class Operation>
  Ball apply(Operation operation, const Ball& a) const {
    Ball result;
    operation(result.get(), a.get(), bits);
    return result;
  }
  template <class Operation>
  Ball apply(Operation operation, const Ball& a, const Ball& b) const {
    Ball result;
    operation(result.get(), a.get(), b.get(), bits);
    return result;
  }
};

}  // namespace assay::reference
