// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect softcap_ignored() {
  return {.name = "softcap_ignored",
          .claim = "the soft cap is not applied",
          .source = "https://github.com/sgl-project/sglang/issues/33915",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (!problem.softcap) return false;
            problem.softcap.reset();
            return true;
          }};
}

}  // namespace assay::properties::suspects
