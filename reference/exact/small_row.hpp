// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "reference/exact/exact_dots.hpp"
#include "reference/exact/row.hpp"
#include "reference/exact/special.hpp"

namespace assay::reference {

/// A row written down in a test: numbers in, row data out. see_all() makes every key visible; options (scale, soft
/// cap, convention, dropout) are set on `problem`, which must outlive the row data.
struct SmallRow {
  Problem problem;
  std::vector<double> query;
  std::vector<std::vector<double>> keys;
  std::vector<std::vector<double>> values;
  std::vector<std::int64_t> visible;
  std::vector<double> bias;
  std::vector<double> alibi;
  std::optional<double> sink;
  std::vector<std::uint8_t> keep;

  RowData data() const {
    auto head = std::make_shared<HeadData>();
    head->key_length = static_cast<std::int64_t>(keys.size());
    head->head_dim = static_cast<std::int64_t>(query.size());
    head->value_dim = static_cast<std::int64_t>(values.empty() ? 1 : values[0].size());
    for (const auto& key : keys) head->keys.insert(head->keys.end(), key.begin(), key.end());
    for (const auto& value : values) head->values.insert(head->values.end(), value.begin(), value.end());
    for (const auto& key : keys) head->key_spans.push_back(bit_span(key.data(), key.size()));
    for (const double value : head->values)
      if (std::isfinite(value)) head->value_max = std::max(head->value_max, std::fabs(value));
    RowData row;
    row.problem = &problem;
    row.head = head;
    row.query = query;
    row.keys = visible;
    row.bias = bias;
    row.alibi = alibi;
    row.sink = sink;
    row.keep = keep;
    drop_hidden_scores(row);
    return row;
  }

  SmallRow& see_all() {
    visible.clear();
    for (std::size_t j = 0; j < keys.size(); ++j) visible.push_back(static_cast<std::int64_t>(j));
    return *this;
  }
};

/// One-dimensional keys with scale 1 and query 1, so that the raw scores are the numbers given; values have one column.
inline SmallRow row_of_scores(const std::vector<double>& scores, const std::vector<double>& values) {
  SmallRow row;
  row.problem.scale = 1;
  row.query = {1};
  for (const double score : scores) row.keys.push_back({score});
  for (const double value : values) row.values.push_back({value});
  return row.see_all();
}

}  // namespace assay::reference
