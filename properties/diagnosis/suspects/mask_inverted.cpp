// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect mask_inverted() {
  return {.name = "mask_inverted",
          .claim = "true and false of the boolean mask are exchanged",
          .source = "https://github.com/harvard-edge/cs249r_book/pull/1785",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (!problem.mask) return false;
            MaskTrue& means = problem.convention.mask_true;
            means = means == MaskTrue::Visible ? MaskTrue::Hidden : MaskTrue::Visible;
            return true;
          }};
}

}  // namespace assay::properties::suspects
