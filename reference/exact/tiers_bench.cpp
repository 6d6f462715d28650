// SPDX-License-Identifier: Apache-2.0
// Cost of one certified row by tier, per (query, key) pair at head_dim 64: double precision with its radius against
// MPFI intervals, and against a plain double softmax that proves nothing, in the same run.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

#include "reference/exact/double_tier.hpp"
#include "reference/exact/interval_tier.hpp"
#include "reference/model/case/case.hpp"

namespace assay::reference {
namespace {

struct Rows {
  explicit Rows(const char* line)
      : the_case(parse_case(line)),
        inputs(make_inputs(the_case)),
        rows(the_case.problem, inputs) {}
  Case the_case;
  Inputs inputs;
  CaseRows rows;
};

void per_pair(benchmark::State& state, const RowData& row) {
  state.counters["time_per_pair"] = benchmark::Counter(
      static_cast<double>(row.count()), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The same numbers without radius or statistics: the price of the proof is the ratio to this.
void plain_double(benchmark::State& state, const char* line) {
  const Rows data(line);
  const RowData row = data.rows.row({0, 0, 0});
  const std::size_t features = static_cast<std::size_t>(row.head->value_dim);
  std::vector<double> weights(row.count()), out(features);
  for (auto _ : state) {
    for (std::size_t j = 0; j < row.count(); ++j) {
      double sum = 0;
      for (std::size_t t = 0; t < row.query.size(); ++t) sum += row.query[t] * row.key(j)[t];
      weights[j] = scale_value(*row.problem) * sum;
    }
    const double largest = *std::max_element(weights.begin(), weights.end());
    double total = 0;
    for (double& w : weights) total += w = std::exp(w - largest);
    std::fill(out.begin(), out.end(), 0);
    for (std::size_t j = 0; j < row.count(); ++j)
      for (std::size_t c = 0; c < features; ++c) out[c] += weights[j] * row.value(j)[c];
    for (double& o : out) o /= total;
    benchmark::DoNotOptimize(out.data());
  }
  per_pair(state, row);
}

void doubles(benchmark::State& state, const char* line) {
  const Rows data(line);
  const RowData row = data.rows.row({0, 0, 0});
  for (auto _ : state) benchmark::DoNotOptimize(enclose_by_doubles(row));
  per_pair(state, row);
}

void intervals(benchmark::State& state, const char* line, int bits) {
  const Rows data(line);
  const RowData row = data.rows.row({0, 0, 0});
  for (auto _ : state) benchmark::DoNotOptimize(enclose_by_intervals(row, bits));
  per_pair(state, row);
}

constexpr const char* fp32_row = "b=1 hq=1 tq=1 tk=1024 dk=64 dtype=fp32 lse=1 seed=1";
constexpr const char* bf16_row = "b=1 hq=1 tq=1 tk=1024 dk=64 dtype=bf16 lse=1 seed=1";
BENCHMARK_CAPTURE(plain_double, fp32, fp32_row);
BENCHMARK_CAPTURE(doubles, fp32, fp32_row);
BENCHMARK_CAPTURE(doubles, bf16_exact_scores, bf16_row);
BENCHMARK_CAPTURE(intervals, fp32_128_bits, fp32_row, 128);
BENCHMARK_CAPTURE(intervals, fp32_256_bits, fp32_row, 256);

}  // namespace
}  // namespace assay::reference

BENCHMARK_MAIN();
