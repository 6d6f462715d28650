// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

/// The inner loops of the double tier, written so that the compiler vectorises them; dispatched by what the processor offers. The
/// order of additions differs between targets: the radius is derived for any order.
namespace assay::reference::loops {

struct Dot {
  double sum;        ///< Sum a_t b_t
  double magnitude;  ///< Sum |a_t b_t|
};
Dot dot(const double* a, const double* b, std::size_t count);

/// sum[c] += factor * value[c]
void add_scaled(double* sum, double factor, const double* value, std::size_t count);

/// shared[c] += p K |z v_c - o_c| and absolute[c] += p |z v_c|, z = keep.
struct Deviations {
  double* shared;
  double* absolute;
  const double* centre;
  const double* value;
  double probability;
  double kappa;
  double keep;
  std::size_t count;
};
void add_deviations(const Deviations& d);

}  // namespace assay::reference::loops
