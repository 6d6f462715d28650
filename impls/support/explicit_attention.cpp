// SPDX-License-Identifier: Apache-2.0
#include "impls/support/explicit_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "impls/support/row_output.hpp"
#include "impls/support/score.hpp"
#include "impls/support/visibility.hpp"

namespace assay::impls {
namespace {

template <class Real>
class ExplicitAttention {
 public:
  ExplicitAttention(const Problem& problem, const Inputs& inputs, Outputs& outputs, Real (*round_probability)(Real))
      : problem_(problem),
        inputs_(inputs),
        outputs_(outputs),
        round_probability_(round_probability),
        score_(problem) {}

  void run() {
    const Extents& e = problem_.extents;
    for (std::int64_t b = 0; b < e.batch; ++b)
      for (std::int64_t h = 0; h < e.query_heads; ++h) {
        keys_ = load_rows(inputs_.key, b, key_head_of(problem_, h), e.head_dim);
        values_ = load_rows(inputs_.value, b, key_head_of(problem_, h), e.value_dim);
        for (std::int64_t i = 0; i < e.query_length; ++i) attend({b, h, i});
      }
  }

 private:
  std::vector<Real> load_rows(const Tensor& tensor, std::int64_t b, std::int64_t h, std::int64_t width) const {
    std::vector<Real> rows(static_cast<std::size_t>(problem_.extents.key_length * width));
    for (std::int64_t j = 0; j < problem_.extents.key_length; ++j)
      load_run(tensor, {b, h, j, 0}, width, rows.data() + j * width);
    return rows;
  }

  void attend(const RowPlace& row) {
    collect_visible(row);
    if (visible_.empty()) return cpu::store_keyless_row(problem_, inputs_, row, outputs_);
    compute_scores(row);
    const auto [max, sum] = softmax(row.head);
    weighted_sum(row);
    store_run(outputs_.out, {row.batch, row.head, row.query, 0}, problem_.extents.value_dim, out_.data());
    cpu::store_lse(problem_, row, max, sum, outputs_);
  }

  void collect_visible(const RowPlace& row) {
    find_keys(problem_, inputs_, row, row_keys_);
    visible_.clear();
    for (std::int64_t j = row_keys_.begin; j < row_keys_.end; ++j)
      if (row_keys_.sees(j)) visible_.push_back(j);
  }

  void compute_scores(const RowPlace& row) {
    const std::int64_t d = problem_.extents.head_dim;
    query_.resize(static_cast<std::size_t>(d));
    load_run(inputs_.query, {row.batch, row.head, row.query, 0}, d, query_.data());
    added_terms(problem_, inputs_, row, terms_);
    weights_.clear();
    for (const std::int64_t j : visible_) {
      Real dot = 0;
      for (std::int64_t t = 0; t < d; ++t)
        dot += query_[static_cast<std::size_t>(t)] * keys_[static_cast<std::size_t>(j * d + t)];
      weights_.push_back(score_(dot, terms_[static_cast<std::size_t>(j)]));
    }
  }

  struct MaxSum {
    Real max;
    Real sum;
  };

  /// Turns weights_ from scores into rounded probabilities. A sink is one more term of the sum.
  MaxSum softmax(std::int64_t head) {
    Real max = -std::numeric_limits<Real>::infinity();
    if (problem_.sinks) max = sink(head);
    for (const Real score : weights_) max = std::max(max, score);
    Real sum = problem_.sinks ? std::exp(sink(head) - max) : Real{0};
    for (Real& weight : weights_) {
      weight = std::exp(weight - max);
      sum += weight;
    }
    for (Real& weight : weights_) weight = round_probability_(weight / sum);
    return {max, sum};
  }

  Real sink(std::int64_t head) const { return inputs_.sinks->template view<const float>()(0, head, 0, 0); }

  void weighted_sum(const RowPlace& row) {
    const std::size_t width = static_cast<std::size_t>(problem_.extents.value_dim);
    kept_weights(problem_, inputs_, row, keep_);
    out_.assign(width, Real{0});
    for (std::size_t n = 0; n < visible_.size(); ++n) {
      const std::size_t j = static_cast<std::size_t>(visible_[n]);
      const Real weight =
          keep_.empty() || keep_[j] ? weights_[n] : Real{0};  // dropped is not hidden: a NaN value shows
      for (std::size_t c = 0; c < width; ++c) out_[c] += weight * values_[j * width + c];
    }
    if (keep_.empty()) return;
    const Real survivors = static_cast<Real>(1 / (1 - problem_.dropout.probability));
    for (Real& element : out_) element *= survivors;
  }

  const Problem& problem_;
  const Inputs& inputs_;
  Outputs& outputs_;
  Real (*round_probability_)(Real);
  cpu::Score<Real> score_;
  std::vector<Real> keys_, values_, query_, terms_, weights_, out_;
  std::vector<std::int64_t> visible_;
  std::vector<std::uint8_t> keep_;
  RowKeys row_keys_;
};

}  // namespace

void explicit_attention(const Problem& problem, const Inputs& inputs, Outputs& outputs,
                        float (*round_probability)(float)) {
  ExplicitAttention<float>(problem, inputs, outputs, round_probability).run();
}

void explicit_attention_in_double(const Problem& problem, const Inputs& inputs, Outputs& outputs) {
  ExplicitAttention<double>(problem, inputs, outputs, [](double weight) { return weight; }).run();
}

Arithmetic explicit_arithmetic(std::string_view preset, const FloatFormat& work, const FloatFormat& probability) {
  Arithmetic a = arithmetic_preset(preset);
  a.work = work;
  a.qk = a.pv = Accumulator{.kind = Accumulator::Kind::Chain, .format = work};
  a.probability = probability;
  a.normalised_first = true;
  a.exp_ulp = library_exp_ulp;
  a.fused_exponent = false;
  a.theta = 2;
  a.row_sum.kind = RowSum::Kind::AnyOrder;
  a.row_sum.from_rounded = false;
  a.flush_to_zero = false;
  a.division = Division::Ieee;
  a.log = Log::Accurate;
  return a;
}

}  // namespace assay::impls
