// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault minus_infinity_added_to_nan() {
  return slip_fault("minus_infinity_added_to_nan",
                    {.broken = "hidden keys are masked by adding minus infinity, which leaves NaN",
                     .source = "https://github.com/deepbeepmeep/Wan2GP/pull/1628",
                     .killers = {"reference", "hidden_keys_ignored", "row_sums", "convex_hull"},
                     .trigger = "a hidden key that is no finite number",
                     .inside = "tq=3 tk=20 dk=4 mask=111k hidden=nan",
                     .outside = "tq=3 tk=20 dk=4 mask=111k",
                     .bug_class = "NAN-LEAK",
                     .suspect = ""},
                    {.add_minus_infinity = true});
}

}  // namespace assay::impls::faults
