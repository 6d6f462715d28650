// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "reference/model/tensor.hpp"

namespace assay {

/// A tensor of the same extents and type with other elements, bit for bit: the one at `to` comes from `from(to)`.
Tensor rearranged(const Tensor& tensor, const std::function<Index4(const Index4& to)>& from);

}  // namespace assay
