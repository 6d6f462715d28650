// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutate.hpp"

#include <algorithm>

#include "reference/model/contract.hpp"

namespace assay::fuzz {
namespace {

using properties::Draw;

void new_numbers(Case& c, const Case& donor, Draw&) { c.recipe.seed = donor.recipe.seed; }
void take_scores(Case& c, const Case& donor, Draw&) { c.recipe.scores = donor.recipe.scores; }
void take_values(Case& c, const Case& donor, Draw&) { c.recipe.values = donor.recipe.values; }
void take_memory(Case& c, const Case& donor, Draw&) {
  c.recipe.hidden = donor.recipe.hidden;
  c.recipe.masks = donor.recipe.masks;
  c.recipe.layout = donor.recipe.layout;
}

void turn_amplitude(Case& c, const Case&, Draw& draw) {
  Fill& fill = draw.chance(70) ? c.recipe.scores : c.recipe.values;
  fill.amplitude *= draw.pick({0.5, 2.0, 2.0, 1.25});
}

void nudge_length(Case& c, const Case&, Draw& draw) {
  std::int64_t& length = draw.chance(70) ? c.problem.extents.key_length : c.problem.extents.query_length;
  length = std::max<std::int64_t>(1, length + draw.pick({-1, 1, 1}));
}

void double_keys(Case& c, const Case&, Draw&) { c.problem.extents.key_length *= 2; }

void take_dims(Case& c, const Case& donor, Draw&) {
  c.problem.extents.head_dim = donor.problem.extents.head_dim;
  c.problem.extents.value_dim = donor.problem.extents.value_dim;
}

void take_masks(Case& c, const Case& donor, Draw&) {
  c.problem.mask = donor.problem.mask;
  c.problem.bias = donor.problem.bias;
  c.problem.key_lengths = donor.problem.key_lengths;
  c.problem.segments = donor.problem.segments;
}

void take_position(Case& c, const Case& donor, Draw&) {
  c.problem.causal = donor.problem.causal;
  c.problem.window = donor.problem.window;
  c.problem.alibi = donor.problem.alibi;
  c.problem.convention.anchor = donor.problem.convention.anchor;
  c.problem.convention.window_count = donor.problem.convention.window_count;
}

void take_score_options(Case& c, const Case& donor, Draw&) {
  c.problem.scale = donor.problem.scale;
  c.problem.softcap = donor.problem.softcap;
  c.problem.sinks = donor.problem.sinks;
}

bool fits(const Case& c, const properties::CaseLimits& limits) {
  try {
    validate(c.problem);
  } catch (const UsageError&) {
    return false;
  }
  return cost(c.problem).flops / 2 <= static_cast<double>(limits.work_max);
}

}  // namespace

const std::vector<Move>& moves() {
  static const std::vector<Move> table{{"new numbers", new_numbers},
                                       {"scores of the donor", take_scores},
                                       {"values of the donor", take_values},
                                       {"memory of the donor", take_memory},
                                       {"turn an amplitude", turn_amplitude},
                                       {"nudge a length", nudge_length},
                                       {"twice the keys", double_keys},
                                       {"dims of the donor", take_dims},
                                       {"masks of the donor", take_masks},
                                       {"position of the donor", take_position},
                                       {"score options of the donor", take_score_options}};
  return table;
}

Case mutate(const Case& the_case, const Case& donor, const properties::CaseLimits& limits, Draw& draw) {
  Case changed = the_case;
  changed.recipe.data.clear();
  const std::int64_t count = draw.between(1, 2);
  for (std::int64_t n = 0; n < count; ++n) draw.pick(moves()).apply(changed, donor, draw);
  changed.problem.past = std::min(changed.problem.past, changed.problem.extents.key_length);
  return fits(changed, limits) ? changed : donor;
}

}  // namespace assay::fuzz
