// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect bias_read_as_boolean() {
  return {.name = "bias_read_as_boolean",
          .claim = "the additive mask is read as a boolean one",
          .source = "https://github.com/pytorch/pytorch/issues/86120",
          .variants = 2,
          .rewrite = [](Problem& problem, Inputs& inputs, int variant) {
            if (!problem.bias || problem.mask) return false;
            problem.mask = problem.bias;
            Tensor mask(ElementType::boolean(), inputs.bias->extents());
            for_each_index(mask.extents(),
                           [&](const Index4& at) { mask.set(at, (inputs.bias->get(at) != 0) == (variant == 0)); });
            inputs.mask = std::move(mask);
            problem.convention.mask_true = MaskTrue::Visible;
            problem.bias.reset();
            inputs.bias.reset();
            return true;
          }};
}

}  // namespace assay::properties::suspects
