// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/whole_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "impls/support/convert.hpp"
#include "impls/support/row_output.hpp"
#include "impls/support/score.hpp"
#include "impls/faults/bases/twin_kernel.hpp"
#include "impls/support/visibility.hpp"

namespace assay::impls {
namespace {

/// One call.
class WholeMatrix {
 public:
  WholeMatrix(const MatrixSlip& slip, const Problem& problem, const Inputs& inputs, Outputs& outputs)
      : slip_(slip),
        problem_(problem),
        e_(problem.extents),
        inputs_(inputs),
        outputs_(outputs) {}

  void run() {
    for (std::int64_t b = 0; b < e_.batch; ++b) {
      HeadMatrices matrices = compute_scores(b, !slip_.hide_after_softmax);
      if (slip_.scores) slip_.scores(problem_, inputs_, matrices);
      std::vector<float> keyless(static_cast<std::size_t>(e_.query_heads * e_.query_length));
      for (std::size_t row = 0; row < keyless.size(); ++row) keyless[row] = is_keyless(matrices, row);
      if (e_.key_length > 0) weigh(matrices);
      for (std::size_t row = 0; row < keyless.size(); ++row) {
        const std::int64_t n = static_cast<std::int64_t>(row);
        const RowPlace place{b, n / e_.query_length, n % e_.query_length};
        if (keyless[row])
          cpu::store_keyless_row(problem_, inputs_, place, outputs_);
        else
          store_weighted_sum(place, matrices);
      }
    }
  }

 private:
  void weigh(HeadMatrices& matrices) {
    if (slip_.softmax)
      slip_.softmax(matrices);
    else
      softmax_rows(matrices);
    if (slip_.hide_after_softmax) hide(matrices);
    if (slip_.weights) slip_.weights(problem_, inputs_, matrices);
  }

  HeadMatrices compute_scores(std::int64_t b, bool hide_keys) const {
    HeadMatrices m{b, e_.query_heads, e_.query_length, e_.key_length, {}};
    m.numbers.assign(static_cast<std::size_t>(m.heads * m.rows * m.columns), -INFINITY);
    const cpu::Score<float> score(problem_);
    std::vector<float> query(static_cast<std::size_t>(e_.head_dim)), key(query.size()), terms;
    RowKeys keys;
    for (std::int64_t h = 0; h < m.heads; ++h)
      for (std::int64_t i = 0; i < m.rows; ++i) {
        find_keys(problem_, inputs_, {b, h, i}, keys);
        added_terms(problem_, inputs_, {b, h, i}, terms);
        load_run(inputs_.query, {b, h, i, 0}, e_.head_dim, query.data());
        for (std::int64_t j = 0; j < m.columns; ++j) {
          if (hide_keys && !keys.sees(j)) continue;
          load_run(inputs_.key, {b, key_head_of(problem_, h), j, 0}, e_.head_dim, key.data());
          float dot = 0;
          for (std::size_t t = 0; t < key.size(); ++t) dot += query[t] * key[t];
          m.at(h, i, j) = score(dot, terms[static_cast<std::size_t>(j)]);
        }
      }
    return m;
  }

  void hide(HeadMatrices& m) const {
    RowKeys keys;
    for (std::int64_t h = 0; h < m.heads; ++h)
      for (std::int64_t i = 0; i < m.rows; ++i) {
        find_keys(problem_, inputs_, {m.batch, h, i}, keys);
        for (std::int64_t j = 0; j < m.columns; ++j)
          if (!keys.sees(j)) m.at(h, i, j) = 0;
      }
  }

  bool is_keyless(const HeadMatrices& m, std::size_t row) const {
    const auto first = m.numbers.begin() + static_cast<std::ptrdiff_t>(row) * m.columns;
    return std::all_of(first, first + m.columns, [](float score) { return score == -INFINITY; });
  }

  void softmax_rows(HeadMatrices& m) {
    for (std::int64_t h = 0; h < m.heads; ++h)
      for (std::int64_t i = 0; i < m.rows; ++i) {
        float* row = &m.at(h, i, 0);
        const float sink = problem_.sinks ? inputs_.sinks->view<const float>()(0, h, 0, 0) : -INFINITY;
        const float max = std::max(sink, *std::max_element(row, row + m.columns));
        if (max == -INFINITY) continue;
        const auto exponential =
            slip_.exponential ? slip_.exponential : [](float difference) { return std::exp(difference); };
        float sum = exponential(sink - max);
        for (std::int64_t j = 0; j < m.columns; ++j) sum += row[j] = exponential(row[j] - max);
        for (std::int64_t j = 0; j < m.columns; ++j) row[j] /= sum;
        cpu::store_lse(problem_, {m.batch, h, i}, max, sum, outputs_);
      }
  }

  void store_weighted_sum(const RowPlace& row, HeadMatrices& m) {
    std::vector<float> out(static_cast<std::size_t>(e_.value_dim)), value(out.size());
    kept_weights(problem_, inputs_, row, keep_);
    for (std::int64_t j = 0; j < e_.key_length; ++j) {
      const float weight = m.at(row.head, row.query, j);
      if (weight == 0 || (!keep_.empty() && !keep_[static_cast<std::size_t>(j)])) continue;
      load_run(inputs_.value, {row.batch, key_head_of(problem_, row.head), j, 0}, e_.value_dim, value.data());
      for (std::size_t c = 0; c < out.size(); ++c) out[c] += weight * value[c];
    }
    if (!keep_.empty())
      for (float& element : out) element *= static_cast<float>(1 / (1 - problem_.dropout.probability));
    store_run(outputs_.out, {row.batch, row.head, row.query, 0}, e_.value_dim, out.data());
  }

  const MatrixSlip& slip_;
  const Problem& problem_;
  const Extents& e_;
  const Inputs& inputs_;
  Outputs& outputs_;
  std::vector<std::uint8_t> keep_;
};

class WholeMatrixKernel : public TwinKernel {
 public:
  WholeMatrixKernel(const std::string& stem, const Fault& fault, const MatrixSlip& slip)
      : TwinKernel(stem, fault, slip.supports),
        slip_(slip) {}

  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    WholeMatrix(slip_, problem, inputs, outputs).run();
  }

 private:
  MatrixSlip slip_;
};

}  // namespace

void softmax_along(float* numbers, std::int64_t count, std::int64_t step) {
  float max = -INFINITY, sum = 0;
  for (std::int64_t n = 0; n < count; ++n) max = std::max(max, numbers[n * step]);
  if (max == -INFINITY) max = 0;
  for (std::int64_t n = 0; n < count; ++n) sum += numbers[n * step] = std::exp(numbers[n * step] - max);
  for (std::int64_t n = 0; n < count; ++n) numbers[n * step] = sum > 0 ? numbers[n * step] / sum : 0;
}

Support without_lse_and_sinks(const Problem& problem) {
  if (problem.lse) return Support::no("this softmax has no log-sum-exp of a row");
  if (problem.sinks) return Support::no("this softmax has no place for a row's sink");
  return Support::yes();
}

Fault matrix_fault(const std::string& stem, Fault fault, const MatrixSlip& slip) {
  fault.honest_twin = "explicit_fp32";
  fault.kernel = std::make_shared<WholeMatrixKernel>(stem, fault, slip);
  return fault;
}

Fault exponential_fault(const std::string& stem, Fault fault, float (*exponential)(float difference)) {
  fault.killers = {"reference", "score_variance", "weights_recovered"};
  fault.inside = "tq=2 tk=5 dk=4";
  fault.outside = "tq=2 tk=1 dk=4";
  fault.bug_class = "ROUND";
  fault.suspect = "inexact_exp";
  return matrix_fault(stem, std::move(fault), {.exponential = exponential});
}

}  // namespace assay::impls
