// SPDX-License-Identifier: Apache-2.0
#include "reference/model/rearrange.hpp"

namespace assay {

Tensor rearranged(const Tensor& tensor, const std::function<Index4(const Index4& to)>& from) {
  Tensor result(tensor.type(), tensor.extents());
  for_each_index(tensor.extents(), [&](const Index4& to) { result.set_bits(to, tensor.bits(from(to))); });
  return result;
}

}  // namespace assay
