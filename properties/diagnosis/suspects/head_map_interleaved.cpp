// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect head_map_interleaved() {
  return {.name = "head_map_interleaved",
          .claim = "query heads share key heads in turn instead of in groups",
          .source = "https://github.com/onnx/onnx/pull/7274",
          .rewrite = [](Problem& problem, Inputs&, int) {
            const Extents& e = problem.extents;
            if (e.key_heads == 1 || e.key_heads == e.query_heads) return false;
            if (problem.convention.head_map != HeadMap::Grouped) return false;
            problem.convention.head_map = HeadMap::Interleaved;
            return true;
          }};
}

}  // namespace assay::properties::suspects
