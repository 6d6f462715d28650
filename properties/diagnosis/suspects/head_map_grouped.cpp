// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect head_map_grouped() {
  return {.name = "head_map_grouped",
          .claim = "query heads share key heads in groups instead of in turn",
          .source = "https://github.com/ggml-org/llama.cpp/pull/25315",
          .rewrite = [](Problem& problem, Inputs&, int) {
            const Extents& e = problem.extents;
            if (e.key_heads == 1 || e.key_heads == e.query_heads) return false;
            if (problem.convention.head_map != HeadMap::Interleaved) return false;
            problem.convention.head_map = HeadMap::Grouped;
            return true;
          }};
}

}  // namespace assay::properties::suspects
