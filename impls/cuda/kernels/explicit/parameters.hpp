// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/cuda/kernels/common/visibility.hpp"

namespace assay::cuda::explicit_kernel {

struct Parameters {
  Problem problem;
  View<const float> query, key, value, bias, alibi_slopes, sinks;
  View<float> out, lse;
  float scale;
  float softcap;     ///< 0: none
  int softcap_last;  ///< bias and ALiBi are added before the cap
};

}  // namespace assay::cuda::explicit_kernel
