// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "impls/convert.hpp"
#include "impls/visibility.hpp"

namespace assay::impls::cpu {

/// The log-sum-exp of a row from its maximum and sum: in double, so that only the storage rounds.
inline void store_lse(const Problem& problem, const RowPlace& row, double max, double sum, Outputs& outputs) {
  if (!outputs.lse) return;
  constexpr double log2_e = 1.4426950408889634;
  const double natural = max + std::log(sum);
  const double lse = problem.convention.lse_base == LseBase::Two ? natural * log2_e : natural;
  store_run(*outputs.lse, {row.batch, row.head, row.query, 0}, 1, &lse);
}

/// What the convention says of a row that sees no key. Mean: of all value rows, in double.
inline void store_empty_row(const Problem& problem, const Inputs& inputs, const RowPlace& row, Outputs& outputs) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Extents& e = problem.extents;
  std::vector<double> out(static_cast<std::size_t>(e.value_dim), problem.convention.empty_row == EmptyRow::Nan ? nan : 0);
  if (problem.convention.empty_row == EmptyRow::Mean) {
    std::vector<double> value(out.size());
    for (std::int64_t j = 0; j < e.key_length; ++j) {
      load_run(inputs.value, {row.batch, key_head_of(problem, row.head), j, 0}, e.value_dim, value.data());
      for (std::size_t c = 0; c < out.size(); ++c) out[c] += value[c];
    }
    for (double& element : out) element /= static_cast<double>(e.key_length);
  }
  store_run(outputs.out, {row.batch, row.head, row.query, 0}, e.value_dim, out.data());
  if (!outputs.lse) return;
  const EmptyLse choice = problem.convention.empty_lse;
  const double lse = choice == EmptyLse::Nan ? nan : choice == EmptyLse::PlusInfinity ? infinity : -infinity;
  store_run(*outputs.lse, {row.batch, row.head, row.query, 0}, 1, &lse);
}

}  // namespace assay::impls::cpu
