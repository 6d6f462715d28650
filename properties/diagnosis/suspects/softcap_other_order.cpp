// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect softcap_other_order() {
  return {.name = "softcap_other_order",
          .claim = "the soft cap and what is added to scores are in the other order",
          .source = "https://github.com/NVIDIA/TransformerEngine/pull/3391",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (!problem.softcap || !(problem.bias || problem.alibi)) return false;
            CapOrder& order = problem.convention.cap_order;
            order = order == CapOrder::BeforeBias ? CapOrder::AfterBias : CapOrder::BeforeBias;
            return true;
          }};
}

}  // namespace assay::properties::suspects
