// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect boolean_mask_added() {
  return {.name = "boolean_mask_added",
          .claim = "the boolean mask is added to the scores as 0 and 1",
          .source = "https://github.com/tinygrad/tinygrad/pull/2425",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            if (!problem.mask || problem.bias) return false;
            problem.bias = problem.mask;
            Tensor bias(ElementType::of(dtype("fp64")), inputs.mask->extents());
            for_each_index(bias.extents(), [&](const Index4& at) { bias.set(at, inputs.mask->get(at)); });
            inputs.bias = std::move(bias);
            problem.mask.reset();
            inputs.mask.reset();
            return true;
          }};
}

}  // namespace assay::properties::suspects
