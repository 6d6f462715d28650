// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/ties.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "reference/exact/special.hpp"

namespace assay::reference {

namespace {

/// A score in a form whose equality proves equal scores. Where sigma is rational and nothing comes between, dot is
/// the whole score and bias 0. Where sigma = 1/sqrt(d) is irrational, dot leaves it out: x sigma + b = y sigma + c
/// for rational x, b, y, c only if x = y and b = c.
struct Score {
  mpq_class dot;
  mpq_class bias;
  bool alone = false;  ///< a sink beside capped scores that is equal to none of them

  bool operator<(const Score& other) const {
    return std::tie(dot, bias, alone) < std::tie(other.dot, other.bias, other.alone);
  }
};

struct Group {
  long count = 0;
  std::vector<mpq_class> values;  ///< Sum of z_j v_j
};

using Groups = std::map<Score, Group>;

bool cap_before_bias(const Problem& problem) {
  return problem.softcap && problem.convention.cap_order == CapOrder::BeforeBias;
}

std::optional<mpq_class> rational_sigma(const RowData& row) {
  if (row.problem->scale) return mpq_class(*row.problem->scale);
  const mpz_class head_dim(static_cast<long>(row.query.size()));
  if (!mpz_perfect_square_p(head_dim.get_mpz_t())) return std::nullopt;
  return mpq_class(1, sqrt(head_dim));
}

mpq_class exact_dot(const RowData& row, std::size_t n) {
  mpq_class sum;
  for (std::size_t t = 0; t < row.query.size(); ++t)
    if (row.query[t] != 0 && row.key(n)[t] != 0) sum += mpq_class(row.query[t]) * mpq_class(row.key(n)[t]);
  return sum;
}

Score key_score(const RowData& row, std::size_t n, const std::optional<mpq_class>& sigma) {
  Score score{exact_dot(row, n), 0};
  if (!row.bias.empty()) score.bias += mpq_class(row.bias[n]);
  if (!row.alibi.empty()) score.bias += mpq_class(row.alibi[n]);
  if (!sigma) return score;
  score.dot *= *sigma;
  if (cap_before_bias(*row.problem)) return score;
  return {score.dot + score.bias, 0};
}

Score sink_score(const RowData& row, const std::optional<mpq_class>& sigma) {
  const mpq_class sink(*row.sink);
  if (row.problem->softcap && !cap_before_bias(*row.problem)) return {0, 0, sink != 0};
  if (sigma && !row.problem->softcap) return {sink, 0};
  return {0, sink};
}

bool finite_queries_and_keys(const RowData& row) {
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(row.query.begin(), row.query.end(), finite)) return false;
  for (std::size_t n = 0; n < row.count(); ++n)
    if (!std::all_of(row.key(n), row.key(n) + row.query.size(), finite)) return false;
  return true;
}

void add_values(const RowData& row, std::size_t n, const std::vector<double>& special, Group& group) {
  if (!row.keep.empty() && row.keep[n] == 0) return;
  for (std::size_t c = 0; c < special.size(); ++c)
    if (special[c] == 0) group.values[c] += mpq_class(row.value(n)[c]);
}

Groups groups_of(const RowData& row) {
  const std::vector<double> special = special_columns(row);
  const auto sigma = rational_sigma(row);
  Groups groups;
  const auto group = [&](const Score& score) -> Group& {
    Group& found = groups[score];
    found.values.resize(special.size());
    ++found.count;
    return found;
  };
  for (std::size_t n = 0; n < row.count(); ++n) add_values(row, n, special, group(key_score(row, n, sigma)));
  if (row.sink) group(sink_score(row, sigma));
  return groups;
}

/// The mean that all groups share.
std::optional<mpq_class> common_mean(const Groups& groups, std::size_t column) {
  std::optional<mpq_class> mean;
  for (const auto& [score, group] : groups) {
    const mpq_class own = group.values[column] / group.count;
    if (mean && *mean != own) return std::nullopt;
    mean = own;
  }
  return mean;
}

std::vector<std::optional<mpq_class>> empty_outputs(const RowData& row) {
  const auto columns = static_cast<std::size_t>(row.head->value_dim);
  const EmptyRow convention = row.problem->convention.empty_row;
  if (row.sink || convention == EmptyRow::Zero) return {columns, mpq_class(0)};
  std::vector<std::optional<mpq_class>> outputs(columns);
  if (convention == EmptyRow::Nan || row.head->key_length == 0) return outputs;
  for (std::size_t c = 0; c < columns; ++c) {
    mpq_class sum;
    bool finite = true;
    for (std::int64_t j = 0; j < row.head->key_length && finite; ++j) {
      finite = std::isfinite(row.head->value(j)[c]);
      if (finite) sum += mpq_class(row.head->value(j)[c]);
    }
    if (finite) outputs[c] = sum / static_cast<long>(row.head->key_length);
  }
  return outputs;
}

/// The score as a rational number. Under a cap only tanh 0 = 0 is one.
std::optional<mpq_class> rational_score(const RowData& row, const Score& score) {
  if (score.alone) return mpq_class(*row.sink);
  if (cap_before_bias(*row.problem)) return score.dot == 0 ? std::optional(score.bias) : std::nullopt;
  if (row.problem->softcap) return score.dot == 0 && score.bias == 0 ? std::optional(mpq_class(0)) : std::nullopt;
  if (rational_sigma(row) || score.dot == 0) return mpq_class(score.dot + score.bias);
  return std::nullopt;
}

}  // namespace

std::vector<std::optional<mpq_class>> rational_outputs(const RowData& row) {
  if (row_kind(row) == RowKind::Empty) return empty_outputs(row);
  std::vector<std::optional<mpq_class>> outputs(static_cast<std::size_t>(row.head->value_dim));
  if (row_kind(row) == RowKind::Nan || !finite_queries_and_keys(row)) return outputs;
  const std::vector<double> special = special_columns(row);
  const Groups groups = groups_of(row);
  const mpq_class z = row.keep.empty() ? mpq_class(1) : 1 / (1 - mpq_class(row.problem->dropout.probability));
  for (std::size_t c = 0; c < outputs.size(); ++c) {
    if (special[c] != 0) continue;
    outputs[c] = common_mean(groups, c);
    if (outputs[c]) *outputs[c] *= z;
  }
  return outputs;
}

std::optional<mpq_class> rational_lse(const RowData& row) {
  const bool base_two = row.problem->convention.lse_base == LseBase::Two;
  const RowKind kind = row_kind(row);
  if (kind == RowKind::Empty) {
    if (!row.sink || (base_two && *row.sink != 0)) return std::nullopt;
    return mpq_class(*row.sink);
  }
  if (kind == RowKind::Nan || !finite_queries_and_keys(row)) return std::nullopt;
  const Groups groups = groups_of(row);
  if (groups.size() != 1) return std::nullopt;
  const auto& [score, group] = *groups.begin();
  const std::optional<mpq_class> value = rational_score(row, score);
  if (!base_two) return group.count == 1 ? value : std::nullopt;
  const mpz_class count(group.count);
  if (!value || *value != 0 || mpz_popcount(count.get_mpz_t()) != 1) return std::nullopt;
  return mpq_class(static_cast<long>(mpz_sizeinbase(count.get_mpz_t(), 2)) - 1);
}

}  // namespace assay::reference
