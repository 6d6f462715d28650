// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect inputs_sixteen_bit() {
  return {.name = "inputs_sixteen_bit",
          .claim = "query, key and value are rounded to 16 bits",
          .source = "https://github.com/jax-ml/jax/issues/9973",
          .variants = 4,
          .rewrite = [](Problem& problem, Inputs& inputs, int variant) {
            if (problem.dtype.storage_bits() < 32) return false;
            const auto round = rounding_to(variant % 2 == 0 ? "bf16" : "fp16");
            const auto shorten = [&](Tensor& tensor) {
              for_each_index(tensor.extents(), [&](const Index4& at) { tensor.set(at, round(tensor.get(at))); });
            };
            shorten(inputs.query);
            shorten(inputs.key);
            if (variant >= 2) shorten(inputs.value);
            return true;
          }};
}

}  // namespace assay::properties::suspects
