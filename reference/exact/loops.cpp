// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/loops.hpp"

#include <cmath>

// Feature names, not CPU models: arch= names dispatch by model and can silently fall back to scalar code.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(ASSAY_NO_CLONES)
#define ASSAY_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define ASSAY_CLONES
#endif

namespace assay::reference::loops {

ASSAY_CLONES Dot dot(const double* a, const double* b, std::size_t count) {
  double sum = 0, magnitude = 0;
  // Leave to additions in any order, which the radius allows for; without it no reduction is vectorised.
#pragma omp simd reduction(+ : sum, magnitude)
  for (std::size_t t = 0; t < count; ++t) {
    const double product = a[t] * b[t];
    sum += product;
    magnitude += std::fabs(product);
  }
  return {sum, magnitude};
}

ASSAY_CLONES void add_scaled(double* __restrict sum, double factor, const double* __restrict value, std::size_t count) {
  for (std::size_t c = 0; c < count; ++c) sum[c] += factor * value[c];
}

ASSAY_CLONES static void add_deviations_of(double* __restrict deviations, double* __restrict magnitudes,
                                           const double* __restrict centre, const double* __restrict value,
                                           const Deviations& d) {
  const double of_deviation = d.of_deviation, of_magnitude = d.of_magnitude, keep = d.keep;
  const std::size_t count = d.count;
  for (std::size_t c = 0; c < count; ++c) {
    const double kept = keep * value[c];
    deviations[c] += of_deviation * std::fabs(kept - centre[c]);
    magnitudes[c] += of_magnitude * std::fabs(kept);
  }
}

void add_deviations(const Deviations& d) { add_deviations_of(d.deviations, d.magnitudes, d.centre, d.value, d); }

ASSAY_CLONES void add_prefixes(double* __restrict prefix, double* __restrict prefixes, double factor,
                               const double* __restrict value, std::size_t count) {
  for (std::size_t c = 0; c < count; ++c) {
    prefix[c] += factor * value[c];
    prefixes[c] += std::fabs(prefix[c]);
  }
}

}  // namespace assay::reference::loops
