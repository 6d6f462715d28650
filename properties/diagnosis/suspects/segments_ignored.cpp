// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect segments_ignored() {
  return {.name = "segments_ignored",
          .claim = "keys of other segments are read",
          .source = "https://github.com/huggingface/transformers/pull/46634",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            if (!problem.segments) return false;
            problem.segments = false;
            inputs.query_segments.reset();
            inputs.key_segments.reset();
            return true;
          }};
}

}  // namespace assay::properties::suspects
