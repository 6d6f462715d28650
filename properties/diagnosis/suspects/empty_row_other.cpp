// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect empty_row_other() {
  return {.name = "empty_row_other",
          .claim = "a query that sees no key follows another convention",
          .source = "https://github.com/NVIDIA/cuEquivariance/issues/204",
          .variants = 3,
          .rewrite = [](Problem& problem, Inputs&, int variant) {
            constexpr EmptyRow others[] = {EmptyRow::Zero, EmptyRow::Nan, EmptyRow::Mean};
            if (problem.convention.empty_row == others[variant]) return false;
            problem.convention.empty_row = others[variant];
            return true;
          }};
}

}  // namespace assay::properties::suspects
