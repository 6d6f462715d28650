// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/cuda/kernels/common/visibility.hpp"

namespace assay::cuda {

/// What every 16-bit kernel takes of a call; T: its elements.
template <class T>
struct Tensors {
  Problem problem;
  View<const T> query, key, value, bias;
  View<T> out;
  View<float> lse;
  float scale;
};

}  // namespace assay::cuda
