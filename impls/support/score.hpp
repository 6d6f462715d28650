// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "reference/model/problem.hpp"

namespace assay::impls::cpu {

/// From a dot product to a score, every operation rounded to Real: scale, soft cap and added terms in the convention's
/// order.
template <class Real>
struct Score {
  Real scale;
  Real cap;  ///< 0: none
  bool cap_last;

  explicit Score(const Problem& problem)
      : scale(static_cast<Real>(scale_value(problem))),
        cap(static_cast<Real>(problem.softcap.value_or(0))),
        cap_last(problem.convention.cap_order == CapOrder::AfterBias) {}

  /// term: bias and ALiBi together, 0 if there are none.
  Real operator()(Real dot, Real term) const {
    const Real scaled = scale * dot;
    if (cap == 0) return scaled + term;
    return cap_last ? cap * std::tanh((scaled + term) / cap) : cap * std::tanh(scaled / cap) + term;
  }
};

}  // namespace assay::impls::cpu
