// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault key_lengths_ignored() {
  return misreading_fault("key_lengths_ignored",
                          {.broken = "keys beyond an example's length are read",
                           .source = "https://github.com/jax-ml/jax/issues/23349",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "hidden_keys_ignored", "weights_recovered"},
                           .trigger = "a key length below the padded one",
                           .inside = "b=5 tq=2 tk=12 dk=4 lengths=1",
                           .outside = "b=5 tq=2 tk=12 dk=4 lengths=1 masks=all",
                           .bug_class = "VARLEN",
                           .suspect = "key_lengths_ignored"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            problem.key_lengths = false;
                            inputs.key_lengths.reset();
                          }});
}

}  // namespace assay::impls::faults
