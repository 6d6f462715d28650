// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "impls/convert.hpp"
#include "impls/cpu/score.hpp"
#include "impls/fault.hpp"
#include "impls/registry.hpp"
#include "impls/visibility.hpp"

namespace assay::impls::faults {
namespace {

/// The whole score matrix of a head, each key's column made to sum to 1 over the queries that see it.
class SoftmaxOverQueries : public Kernel {
 public:
  explicit SoftmaxOverQueries(KernelPointer twin) : twin_(std::move(twin)) {}

  std::string name() const override { return "fault/softmax_over_queries"; }
  std::string description() const override { return "softmax runs over the queries instead of the keys"; }
  Arithmetic arithmetic(const Problem& problem) const override { return twin_->arithmetic(problem); }
  Support supports(const Problem& problem) const override {
    if (problem.lse) return Support::no("a softmax over queries has no log-sum-exp of a row");
    if (problem.sinks) return Support::no("a softmax over queries has no place for a row's sink");
    return twin_->supports(problem);
  }

  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    for (std::int64_t b = 0; b < problem.extents.batch; ++b)
      for (std::int64_t h = 0; h < problem.extents.query_heads; ++h) {
        std::vector<float> weights = compute_scores(problem, inputs, b, h);
        normalise_columns(problem, weights);
        for (std::int64_t i = 0; i < problem.extents.query_length; ++i)
          store_weighted_sum(problem, inputs, {b, h, i}, weights, outputs);
      }
  }

 private:
  /// Query rows by key columns, minus infinity where hidden.
  static std::vector<float> compute_scores(const Problem& problem, const Inputs& inputs, std::int64_t b,
                                           std::int64_t h) {
    const Extents& e = problem.extents;
    const cpu::Score<float> score(problem);
    std::vector<float> scores(static_cast<std::size_t>(e.query_length * e.key_length), -INFINITY), terms;
    std::vector<float> query(static_cast<std::size_t>(e.head_dim)), key(query.size());
    RowKeys keys;
    for (std::int64_t i = 0; i < e.query_length; ++i) {
      find_keys(problem, inputs, {b, h, i}, keys);
      added_terms(problem, inputs, {b, h, i}, terms);
      load_run(inputs.query, {b, h, i, 0}, e.head_dim, query.data());
      for (std::int64_t j = keys.begin; j < keys.end; ++j) {
        if (!keys.sees(j)) continue;
        load_run(inputs.key, {b, key_head_of(problem, h), j, 0}, e.head_dim, key.data());
        float dot = 0;
        for (std::size_t t = 0; t < key.size(); ++t) dot += query[t] * key[t];
        scores[static_cast<std::size_t>(i * e.key_length + j)] = score(dot, terms[static_cast<std::size_t>(j)]);
      }
    }
    return scores;
  }

  static void normalise_columns(const Problem& problem, std::vector<float>& weights) {
    const std::size_t columns = static_cast<std::size_t>(problem.extents.key_length);
    for (std::size_t j = 0; j < columns; ++j) {
      float max = -INFINITY, sum = 0;
      for (std::size_t n = j; n < weights.size(); n += columns) max = std::max(max, weights[n]);
      if (max == -INFINITY) max = 0;
      for (std::size_t n = j; n < weights.size(); n += columns) sum += weights[n] = std::exp(weights[n] - max);
      for (std::size_t n = j; n < weights.size(); n += columns) weights[n] = sum > 0 ? weights[n] / sum : 0;
    }
  }

  static void store_weighted_sum(const Problem& problem, const Inputs& inputs, const RowPlace& row,
                                 const std::vector<float>& weights, Outputs& outputs) {
    const Extents& e = problem.extents;
    std::vector<float> out(static_cast<std::size_t>(e.value_dim)), value(out.size());
    for (std::int64_t j = 0; j < e.key_length; ++j) {
      const float weight = weights[static_cast<std::size_t>(row.query * e.key_length + j)];
      if (weight == 0) continue;
      load_run(inputs.value, {row.batch, key_head_of(problem, row.head), j, 0}, e.value_dim, value.data());
      for (std::size_t c = 0; c < out.size(); ++c) out[c] += weight * value[c];
    }
    store_run(outputs.out, {row.batch, row.head, row.query, 0}, e.value_dim, out.data());
  }

  KernelPointer twin_;
};

}  // namespace

Fault softmax_over_queries() {
  return {.kernel = std::make_shared<SoftmaxOverQueries>(find_kernel("explicit_fp32")),
          .broken = "softmax runs over the queries instead of the keys",
          .source = "https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/146",
          .honest_twin = "explicit_fp32",
          .killers = {"reference", "row_sums", "weights_recovered", "convex_hull"},
          .trigger = "any case with more than one query or more than one key",
          .inside = "tq=2 tk=3 dk=4",
          .outside = "tq=1 tk=1 dk=4",
          .bug_class = "AXIS",
          .suspect = "softmax_over_queries"};
}

}  // namespace assay::impls::faults
