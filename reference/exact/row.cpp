// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/row.hpp"

#include <algorithm>
#include <cmath>

#include "reference/exact/exact_dots.hpp"
#include "reference/exact/special.hpp"

namespace assay::reference {
namespace {

std::vector<double> decode_rows(const Tensor& tensor, std::int64_t batch, std::int64_t head) {
  const Index4& extents = tensor.extents();
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(extents[2] * extents[3]));
  for (std::int64_t j = 0; j < extents[2]; ++j)
    for (const double value : tensor.row(batch, head, j)) values.push_back(value);
  return values;
}

/// Exact: a 24-bit slope times a distance below 2^29 has at most 53 bits.
std::vector<double> alibi_terms(const RowData& row, const Inputs& inputs) {
  const double slope = inputs.alibi_slopes->get({0, row.index.head, 0, 0});
  const std::int64_t position = row.index.query + query_offset(*row.problem, inputs, row.index.batch);
  std::vector<double> terms;
  for (const std::int64_t key : row.keys) terms.push_back(-slope * static_cast<double>(std::abs(position - key)));
  return terms;
}

std::vector<double> bias_terms(const RowData& row, const Inputs& inputs) {
  std::vector<double> terms;
  for (const std::int64_t key : row.keys)
    terms.push_back(inputs.bias->get_broadcast({row.index.batch, row.index.head, row.index.query, key}));
  return terms;
}

std::vector<std::uint8_t> keep_flags(const RowData& row, const Inputs& inputs) {
  std::vector<std::uint8_t> flags;
  for (const std::int64_t key : row.keys)
    flags.push_back(inputs.dropout_keep->get({row.index.batch, row.index.head, row.index.query, key}) != 0);
  return flags;
}

HeadData decode_head(const Inputs& inputs, const Extents& e, std::int64_t batch, std::int64_t head) {
  HeadData data;
  data.key_length = e.key_length;
  data.head_dim = e.head_dim;
  data.value_dim = e.value_dim;
  data.keys = decode_rows(inputs.key, batch, head);
  data.values = decode_rows(inputs.value, batch, head);
  const auto finite = [](double x) { return std::isfinite(x); };
  data.finite_keys = std::all_of(data.keys.begin(), data.keys.end(), finite);
  data.finite_values = std::all_of(data.values.begin(), data.values.end(), finite);
  for (const double value : data.values)
    if (finite(value)) data.value_max = std::max(data.value_max, std::fabs(value));
  for (std::int64_t j = 0; j < e.key_length; ++j)
    data.key_spans.push_back(bit_span(data.key(j), static_cast<std::size_t>(e.head_dim)));
  return data;
}

}  // namespace

CaseRows::CaseRows(const Problem& problem, const Inputs& inputs) : problem_(problem), inputs_(inputs) {
  const Extents& e = problem.extents;
  for (std::int64_t b = 0; b < e.batch; ++b)
    for (std::int64_t h = 0; h < e.key_heads; ++h)
      heads_.push_back(std::make_shared<HeadData>(decode_head(inputs, e, b, h)));
}

RowData CaseRows::row(const RowIndex& index) const {
  RowData row;
  row.problem = &problem_;
  row.index = index;
  row.head =
      heads_[static_cast<std::size_t>(index.batch * problem_.extents.key_heads + key_head(problem_, index.head))];
  row.query = inputs_.query.row(index.batch, index.head, index.query);
  row.keys = visible_keys(problem_, inputs_, index);
  if (inputs_.bias) row.bias = bias_terms(row, inputs_);
  if (inputs_.alibi_slopes) row.alibi = alibi_terms(row, inputs_);
  if (inputs_.sinks) row.sink = inputs_.sinks->get({0, index.head, 0, 0});
  if (inputs_.dropout_keep) row.keep = keep_flags(row, inputs_);
  drop_hidden_scores(row);
  return row;
}

std::vector<RowIndex> CaseRows::indices() const {
  const Extents& e = problem_.extents;
  std::vector<RowIndex> list;
  for (std::int64_t b = 0; b < e.batch; ++b)
    for (std::int64_t h = 0; h < e.query_heads; ++h)
      for (std::int64_t i = 0; i < e.query_length; ++i) list.push_back({b, h, i});
  return list;
}

}  // namespace assay::reference
