// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect output_truncated() {
  return {.name = "output_truncated",
          .claim = "outputs are cut towards zero instead of rounded",
          .source = "https://github.com/ROCm/flash-attention/pull/78",
          .truncates = true};
}

}  // namespace assay::properties::suspects
