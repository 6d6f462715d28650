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
namespace {
constexpr std::size_t lanes = 8;
}

ASSAY_CLONES Dot dot(const double* a, const double* b, std::size_t count) {
  double sums[lanes] = {}, magnitudes[lanes] = {};
  std::size_t t = 0;
  for (; t + lanes <= count; t += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const double product = a[t + lane] * b[t + lane];
      sums[lane] += product;
      magnitudes[lane] += std::fabs(product);
    }
  Dot total{0, 0};
  for (; t < count; ++t) {
    const double product = a[t] * b[t];
    total.sum += product;
    total.magnitude += std::fabs(product);
  }
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    total.sum += sums[lane];
    total.magnitude += magnitudes[lane];
  }
  return total;
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
