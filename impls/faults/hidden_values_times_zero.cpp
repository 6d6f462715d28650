// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault hidden_values_times_zero() {
  return slip_fault("hidden_values_times_zero",
                    {.broken = "values of hidden keys are multiplied by 0 and added",
                     .source = "https://github.com/pytorch/pytorch/issues/101967",
                     .killers = {"reference", "hidden_keys_ignored", "convex_hull"},
                     .trigger = "a hidden key whose value is no finite number",
                     .inside = "tq=3 tk=20 dk=4 mask=111k hidden=nan",
                     .outside = "tq=3 tk=20 dk=4 mask=111k hidden=huge",
                     .bug_class = "NAN-LEAK",
                     .suspect = ""},
                    {.visit_hidden = true});
}

}  // namespace assay::impls::faults
