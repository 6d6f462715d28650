// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/special.hpp"

#include <algorithm>
#include <cmath>

namespace assay::reference {

namespace {

double non_finite_part(double x) { return std::isfinite(x) ? 0 : x; }

/// 0, NaN or an infinity: the class of Sum q_t k_t, exact for finite terms of any size (their sum is a finite real).
double dot_class(const RowData& row, std::size_t n) {
  const double* key = row.key(n);
  double sum = 0;
  for (std::size_t t = 0; t < row.query.size(); ++t)
    if (!std::isfinite(row.query[t]) || !std::isfinite(key[t])) sum += row.query[t] * key[t];
  return sum;
}

double score_class(const RowData& row, std::size_t n, bool finite_dots) {
  const Problem& problem = *row.problem;
  double raw = finite_dots ? 0 : dot_class(row, n);
  if (problem.scale && !std::isfinite(raw)) raw *= *problem.scale;
  const double bias =
      (row.bias.empty() ? 0 : non_finite_part(row.bias[n])) + (row.alibi.empty() ? 0 : non_finite_part(row.alibi[n]));
  const auto capped = [&](double x) { return problem.softcap && std::isinf(x) ? 0 : x; };
  return problem.convention.cap_order == CapOrder::BeforeBias ? capped(raw) + bias : capped(raw + bias);
}

bool finite_dots(const RowData& row) {
  const auto finite = [](double x) { return std::isfinite(x); };
  return row.head->finite_keys && std::all_of(row.query.begin(), row.query.end(), finite);
}

template <class T>
void keep_only(std::vector<T>& list, const std::vector<std::size_t>& positions) {
  if (list.empty()) return;
  for (std::size_t n = 0; n < positions.size(); ++n) list[n] = list[positions[n]];
  list.resize(positions.size());
}

}  // namespace

void drop_hidden_scores(RowData& row) {
  if (row.sink && *row.sink == -HUGE_VAL) row.sink.reset();
  const bool finite = finite_dots(row);
  std::vector<std::size_t> shown;
  for (std::size_t n = 0; n < row.count(); ++n)
    if (score_class(row, n, finite) != -HUGE_VAL) shown.push_back(n);
  if (shown.size() == row.count()) return;
  keep_only(row.keys, shown);
  keep_only(row.bias, shown);
  keep_only(row.alibi, shown);
  keep_only(row.keep, shown);
}

RowKind row_kind(const RowData& row) {
  if (row.sink && !std::isfinite(*row.sink)) return RowKind::Nan;
  if (row.count() == 0) return RowKind::Empty;
  const bool finite = finite_dots(row);
  for (std::size_t n = 0; n < row.count(); ++n)
    if (score_class(row, n, finite) != 0) return RowKind::Nan;
  return RowKind::Ordinary;
}

std::vector<double> special_columns(const RowData& row) {
  std::vector<double> columns(static_cast<std::size_t>(row.head->value_dim), 0);
  if (row.head->finite_values) return columns;
  for (std::size_t n = 0; n < row.count(); ++n) {
    const double keep = row.keep.empty() ? 1 : row.keep[n];
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (!std::isfinite(row.value(n)[c])) columns[c] += keep * row.value(n)[c];
  }
  return columns;
}

}  // namespace assay::reference
