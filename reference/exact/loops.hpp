// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

/// The inner loops of the double tier, written so that the compiler vectorises them; dispatched by what the processor
/// offers. The order of additions differs between targets: the radius is derived for any order.
namespace assay::reference::loops {

struct Dot {
  double sum;        ///< Sum a_t b_t
  double magnitude;  ///< Sum |a_t b_t|
};
Dot dot(const double* a, const double* b, std::size_t count);

/// sum[c] += factor * value[c]
void add_scaled(double* sum, double factor, const double* value, std::size_t count);

/// deviations[c] += of_deviation |z v_c - o_c| and magnitudes[c] += of_magnitude |z v_c|, z = keep.
struct Deviations {
  double* deviations;
  double* magnitudes;
  const double* centre;
  const double* value;
  double of_deviation;
  double of_magnitude;
  double keep;
  std::size_t count;
};
void add_deviations(const Deviations& d);

/// prefix[c] += factor value[c], prefixes[c] += |prefix[c]|.
void add_prefixes(double* prefix, double* prefixes, double factor, const double* value, std::size_t count);

}  // namespace assay::reference::loops
