// SPDX-License-Identifier: Apache-2.0
#include "reference/model/mask.hpp"

namespace assay {

bool visible(const Problem& problem, const Inputs& inputs, const RowIndex& row, std::int64_t key) {
  for (const MaskRule& rule : all_mask_rules())
    if (rule.applies(problem) && !rule.visible(problem, inputs, row, key)) return false;
  return true;
}

std::vector<std::int64_t> visible_keys(const Problem& problem, const Inputs& inputs, const RowIndex& row) {
  std::vector<const MaskRule*> rules;
  for (const MaskRule& rule : all_mask_rules())
    if (rule.applies(problem)) rules.push_back(&rule);
  std::vector<std::int64_t> keys;
  for (std::int64_t key = 0; key < problem.extents.key_length; ++key) {
    bool shown = true;
    for (const MaskRule* rule : rules) shown = shown && rule->visible(problem, inputs, row, key);
    if (shown) keys.push_back(key);
  }
  return keys;
}

std::int64_t query_offset(const Problem& problem, const Inputs& inputs, std::int64_t batch) {
  const Anchor& anchor = problem.convention.anchor;
  if (anchor.kind == Anchor::Kind::Offset) return anchor.offset;
  if (anchor.kind == Anchor::Kind::TopLeft) return problem.past;
  const std::int64_t keys = inputs.key_lengths ? static_cast<std::int64_t>(inputs.key_lengths->get({batch, 0, 0, 0}))
                                               : problem.extents.key_length;
  return keys - problem.extents.query_length;
}

std::int64_t key_head(const Problem& problem, std::int64_t query_head) {
  const Extents& e = problem.extents;
  if (problem.convention.head_map == HeadMap::Interleaved) return query_head % e.key_heads;
  return query_head / (e.query_heads / e.key_heads);
}

}  // namespace assay
