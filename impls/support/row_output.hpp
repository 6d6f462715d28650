// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "impls/support/convert.hpp"
#include "impls/support/visibility.hpp"

namespace assay::impls::cpu {

/// The log-sum-exp of a row from its maximum and sum: in double, so that only the storage rounds.
inline void store_lse(const Problem& problem, const RowPlace& row, double max, double sum, Outputs& outputs) {
  if (!outputs.lse) return;
  constexpr double log2_e = 1.4426950408889634;
  const double natural = max + std::log(sum);
  const double lse = problem.convention.lse_base == LseBase::Two ? natural * log2_e : natural;
  store_run(*outputs.lse, {row.batch, row.head, row.query, 0}, 1, &lse);
}

/// The output of a row that sees no key and has no sink, by convention. Mean: of all value rows, in double.
inline std::vector<double> empty_output(const Problem& problem, const Inputs& inputs, const RowPlace& row) {
  const Extents& e = problem.extents;
  const bool nan = problem.convention.empty_row == EmptyRow::Nan;
  std::vector<double> out(static_cast<std::size_t>(e.value_dim), nan ? std::numeric_limits<double>::quiet_NaN() : 0);
  if (problem.convention.empty_row != EmptyRow::Mean) return out;
  std::vector<double> value(out.size());
  for (std::int64_t j = 0; j < e.key_length; ++j) {
    load_run(inputs.value, {row.batch, key_head_of(problem, row.head), j, 0}, e.value_dim, value.data());
    for (std::size_t c = 0; c < out.size(); ++c) out[c] += value[c];
  }
  for (double& element : out) element /= static_cast<double>(e.key_length);
  return out;
}

inline double empty_lse(const Problem& problem) {
  switch (problem.convention.empty_lse) {
    case EmptyLse::MinusInfinity: return -std::numeric_limits<double>::infinity();
    case EmptyLse::PlusInfinity: return std::numeric_limits<double>::infinity();
    case EmptyLse::Nan: break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// A row that sees no key. With a sink its denominator is the sink alone: output 0, log-sum-exp the sink.
inline void store_keyless_row(const Problem& problem, const Inputs& inputs, const RowPlace& row, Outputs& outputs) {
  const Index4 start{row.batch, row.head, row.query, 0};
  if (problem.sinks) {
    const double sink = inputs.sinks->view<const float>()(0, row.head, 0, 0);
    if (sink != -std::numeric_limits<double>::infinity()) {
      const double zero = sink - sink;  // NaN for a sink that is no number
      const std::vector<double> out(static_cast<std::size_t>(problem.extents.value_dim), zero);
      store_run(outputs.out, start, problem.extents.value_dim, out.data());
      return store_lse(problem, row, sink, 1 + zero, outputs);
    }
  }
  const std::vector<double> out = empty_output(problem, inputs, row);
  store_run(outputs.out, start, problem.extents.value_dim, out.data());
  const double lse = empty_lse(problem);
  if (outputs.lse) store_run(*outputs.lse, start, 1, &lse);
}

}  // namespace assay::impls::cpu
