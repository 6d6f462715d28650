// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect first_key_dropped() {
  return {.name = "first_key_dropped",
          .claim = "the first key is not read",
          .source = "https://github.com/lightseekorg/tokenspeed/pull/578",
          .rewrite = [](Problem& problem, Inputs& inputs, int) { return hide_keys(problem, inputs, 0, 1); }};
}

}  // namespace assay::properties::suspects
