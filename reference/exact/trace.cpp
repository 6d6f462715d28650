// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/exact/interval_row.hpp"
#include "reference/exact/interval_tier.hpp"

namespace assay::reference {

namespace {

constexpr int cell_width = 36;

std::string cell(const std::string& text) { return fmt::format(" {:<{}}", text, cell_width - 1); }

/// The steps between q . k and the weight that this problem has.
bool has_bias_or_cap(const RowData& row) { return row.problem->softcap || !row.bias.empty() || !row.alibi.empty(); }

std::string left_out(const char* what, std::size_t shown, std::size_t all) {
  return shown < all ? fmt::format("  ... {} more {}\n", all - shown, what) : "";
}

std::string key_table(const RowData& row, const IntervalRow& steps, const TraceLimits& limits) {
  const bool three = has_bias_or_cap(row);
  std::string text = "  key  " + cell("q.k") + cell("scaled");
  text += (three ? cell("after cap and bias") : "") + cell("weight");
  text += row.keep.empty() ? "\n" : " kept\n";
  const std::size_t shown = std::min(limits.keys, row.count());
  for (std::size_t n = 0; n < shown; ++n) {
    const Interval raw = dot(row.query, {row.key(n), row.query.size()}, limits.precision_bits);
    text += fmt::format("  {:<5}", row.keys[n]) + cell(raw.to_text()) + cell(steps.raw[n].to_text());
    if (three) text += cell(steps.score[n].to_text());
    text += cell(probability(steps, n).to_text());
    text += row.keep.empty() ? "\n" : row.keep[n] ? " yes\n" : " no\n";
  }
  return text + left_out("keys", shown, row.count());
}

/// The precision asked for, doubled until the row is decided.
int deciding_bits(const RowData& row, int precision_bits) {
  while (precision_bits < precision_cap_bits && !enclose_by_intervals(row, precision_bits).decided) precision_bits *= 2;
  return precision_bits;
}

std::string row_text(const RowData& row, TraceLimits limits) {
  limits.precision_bits = deciding_bits(row, limits.precision_bits);
  const IntervalRow steps = interval_row(row, limits.precision_bits);
  std::string text = fmt::format("batch {} head {} query {}: {} of {} keys visible\n", row.index.batch, row.index.head,
                                 row.index.query, row.count(), row.head->key_length);
  if (steps.kind == RowKind::Nan)
    text += "  a row of NaN: NaN in the query, a visible key, a bias or the sink, or a score of +inf\n";
  if (steps.kind == RowKind::Empty)
    text += "  no visible key: output and lse are the convention's, or 0 and the sink\n";
  if (steps.kind == RowKind::Ordinary) text += key_table(row, steps, limits);
  if (row.sink) text += fmt::format("  sink   {:.17g}\n", *row.sink);
  if (steps.kind == RowKind::Ordinary)
    text += "  max    " + steps.max.to_text() + "\n  sum    " + steps.sum.to_text() + "  (of exp(score - max))\n";
  text += "  lse    " + steps.lse.to_text() + "\n";
  const std::size_t shown = std::min(limits.features, steps.out.size());
  for (std::size_t c = 0; c < shown; ++c) text += fmt::format("  out {:<3}", c) + steps.out[c].to_text() + "\n";
  return text + left_out("outputs", shown, steps.out.size());
}

}  // namespace

std::string trace(const Problem& problem, const Inputs& inputs, const TraceLimits& limits) {
  const CaseRows rows(problem, inputs);
  const std::vector<RowIndex> indices = rows.indices();
  const std::size_t shown = std::min(limits.rows, indices.size());
  std::string text = to_text(problem) + "\n";
  for (std::size_t r = 0; r < shown; ++r) text += row_text(rows.row(indices[r]), limits);
  if (shown < indices.size()) text += fmt::format("... {} more rows\n", indices.size() - shown);
  return text;
}

}  // namespace assay::reference
