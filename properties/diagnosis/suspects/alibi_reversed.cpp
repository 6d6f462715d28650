// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect alibi_reversed() {
  return {.name = "alibi_reversed",
          .claim = "ALiBi favours distant keys: its sign is the other one",
          .source = "https://github.com/meta-pytorch/attention-gym/pull/86",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            if (!problem.alibi) return false;
            for_each_index(inputs.alibi_slopes->extents(),
                           [&](const Index4& at) { inputs.alibi_slopes->set(at, -inputs.alibi_slopes->get(at)); });
            return true;
          }};
}

}  // namespace assay::properties::suspects
