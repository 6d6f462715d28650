// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "impls/support/row_output.hpp"
#include "impls/support/score.hpp"
#include "impls/support/online.hpp"
#include "impls/support/visibility.hpp"

namespace assay::impls {
namespace {

constexpr std::int64_t tile = 16;

float rounded(float (*round)(float), float value) { return round ? round(value) : value; }

/// Key and value rows of one (batch, key head), as floats.
struct Rows {
  std::vector<float> keys;
  std::vector<float> values;
};

/// One call.
class PlainOnline {
 public:
  PlainOnline(const Slips& slips, const Problem& problem, const Inputs& inputs, Outputs& outputs)
      : slips_(slips),
        problem_(problem),
        inputs_(inputs),
        outputs_(outputs),
        score_(problem),
        length_(problem.extents.key_length),
        padded_((length_ + tile - 1) / tile * tile),
        head_dim_(static_cast<std::size_t>(problem.extents.head_dim)),
        value_dim_(static_cast<std::size_t>(problem.extents.value_dim)) {}

  void run() {
    const Extents& e = problem_.extents;
    for (std::int64_t b = 0; b < e.batch; ++b)
      for (std::int64_t h = 0; h < e.query_heads; ++h) {
        load(b, key_head_of(problem_, h));
        for (std::int64_t i = 0; i < e.query_length; ++i) attend({b, h, i});
      }
  }

 private:
  /// Rows beyond the length stay zero or are those of the next key head, by the slip.
  void load(std::int64_t b, std::int64_t key_head) {
    rows_.keys.assign(static_cast<std::size_t>(padded_) * head_dim_, 0);
    rows_.values.assign(static_cast<std::size_t>(padded_) * value_dim_, 0);
    const std::int64_t next = (key_head + 1) % problem_.extents.key_heads;
    for (std::int64_t j = 0; j < padded_; ++j) {
      if (j >= length_ && (slips_.tail != TailKeys::NextHead || j - length_ >= length_)) break;
      const Index4 at{b, j < length_ ? key_head : next, j < length_ ? j : j - length_, 0};
      load_run(inputs_.key, at, problem_.extents.head_dim, rows_.keys.data() + static_cast<std::size_t>(j) * head_dim_);
      load_run(inputs_.value, at, problem_.extents.value_dim,
               rows_.values.data() + static_cast<std::size_t>(j) * value_dim_);
    }
    if (slips_.input)
      for (float& element : rows_.keys) element = slips_.input(element);
    if (slips_.value)
      for (float& element : rows_.values) element = slips_.value(element);
  }

  void attend(const RowPlace& row) {
    find_keys(problem_, inputs_, row, keys_);
    if (keys_.count() == 0) return cpu::store_keyless_row(problem_, inputs_, row, outputs_);
    compute_scores(row);
    kept_weights(problem_, inputs_, row, keep_);
    std::vector<OnlineState> states;
    const std::int64_t share = (length_ + slips_.splits - 1) / slips_.splits;
    for (std::int64_t start = 0; start < slips_.splits * share; start += share) {
      const bool last = start + share >= length_;
      states.push_back(visit(row, start, last ? end_of_keys() : start + share, start == 0));
    }
    finish(row, slips_.splits > 1 ? (slips_.merge ? slips_.merge : merge_states)(states) : std::move(states.front()));
  }

  std::int64_t end_of_keys() const {
    if (slips_.tail == TailKeys::None) return length_;
    return slips_.tail == TailKeys::Unvisited ? length_ / tile * tile : padded_;
  }

  /// Minus infinity for hidden keys.
  void compute_scores(const RowPlace& row) {
    query_.resize(head_dim_);
    load_run(inputs_.query, {row.batch, row.head, row.query, 0}, problem_.extents.head_dim, query_.data());
    for (float& element : query_) element = rounded(slips_.input, element);
    added_terms(problem_, inputs_, row, terms_);
    scores_.assign(static_cast<std::size_t>(padded_), -INFINITY);
    for (std::int64_t j = 0; j < std::max(end_of_keys(), length_); ++j) {
      if (j < length_ && !keys_.sees(j) && !slips_.add_minus_infinity) continue;
      const std::size_t n = static_cast<std::size_t>(j);
      scores_[n] = score(rows_.keys.data() + n * head_dim_, j < length_ ? terms_[n] : 0);
      if (j < length_ && !keys_.sees(j)) scores_[n] += -INFINITY;
    }
  }

  float score(const float* key, float term) const {
    float dot = 0;
    for (std::size_t t = 0; t < head_dim_; ++t) dot += query_[t] * key[t];
    dot = rounded(slips_.dot, dot);
    return rounded(slips_.rounded_score, slips_.score ? slips_.score(problem_, dot, term) : score_(dot, term));
  }

  /// The keys from start to end, tile by tile. The first range counts the sink.
  OnlineState visit(const RowPlace& row, std::int64_t start, std::int64_t end, bool first) const {
    float sink = -INFINITY;
    if (problem_.sinks && slips_.sinks > 0 && first) sink = inputs_.sinks->view<const float>()(0, row.head, 0, 0);
    if (slips_.sink) sink = slips_.sink(sink);
    OnlineState state{slips_.first_maximum, 0, std::vector<float>(value_dim_)};
    if (sink != -INFINITY) {
      state.max = slips_.maximum(state.max, sink);
      state.sum = static_cast<float>(slips_.sinks) * std::exp(sink - state.max);
    }
    for (std::int64_t from = start; from < end; from += tile) {
      if (from == 0 && !slips_.visit_first_tile && end > tile) continue;
      const std::int64_t to = std::min(from + tile, end);
      raise_maximum(from, to, state);
      for (std::int64_t j = from; j < to; ++j)
        if (scores_[static_cast<std::size_t>(j)] != -INFINITY || slips_.visit_hidden) add_key(j, state);
    }
    return state;
  }

  void raise_maximum(std::int64_t from, std::int64_t to, OnlineState& state) const {
    float of_tile = -INFINITY;
    for (std::int64_t j = from; j < to; ++j) of_tile = std::max(of_tile, scores_[static_cast<std::size_t>(j)]);
    const float max = slips_.maximum(state.max, of_tile);
    if (max == state.max && (slips_.guard_empty || max != -INFINITY)) return;
    state.sum *= slips_.rescale_sum ? slips_.rescale_sum(state.max, max) : std::exp(state.max - max);
    const float factor = slips_.rescale_out ? slips_.rescale_out(state.max, max) : std::exp(state.max - max);
    for (float& element : state.out) element *= factor;
    state.max = max;
  }

  void add_key(std::int64_t j, OnlineState& state) const {
    const std::size_t n = static_cast<std::size_t>(j);
    const float weight = slips_.weight ? slips_.weight(scores_[n], state.max) : std::exp(scores_[n] - state.max);
    float probability = rounded(slips_.probability, weight);
    state.sum = rounded(slips_.running_sum, state.sum + (slips_.sum_probabilities ? probability : weight));
    if (j < length_ && !keep_.empty() && !keep_[n]) probability = 0;
    const float* value = rows_.values.data() + n * value_dim_;
    for (std::size_t c = 0; c < value_dim_; ++c)
      state.out[c] = rounded(slips_.running_out, state.out[c] + probability * value[c]);
  }

  void finish(const RowPlace& row, OnlineState state) {
    if (slips_.divide)
      for (float& element : state.out) element /= state.sum;
    if (!keep_.empty())
      for (float& element : state.out) element *= static_cast<float>(1 / (1 - problem_.dropout.probability));
    if (slips_.output)
      for (float& element : state.out) element = slips_.output(element, problem_.out);
    const Index4 start{row.batch, row.head, row.query, 0};
    store_run(outputs_.out, start, problem_.extents.value_dim, state.out.data());
    if (slips_.lse)
      cpu::store_lse(problem_, row, slips_.lse(state), 1, outputs_);
    else
      cpu::store_lse(problem_, row, state.max, state.sum, outputs_);
  }

  const Slips& slips_;
  const Problem& problem_;
  const Inputs& inputs_;
  Outputs& outputs_;
  cpu::Score<float> score_;
  std::int64_t length_, padded_;
  std::size_t head_dim_, value_dim_;
  Rows rows_;
  RowKeys keys_;
  std::vector<float> query_, terms_, scores_;
  std::vector<std::uint8_t> keep_;
};

class PlainOnlineKernel : public Kernel {
 public:
  PlainOnlineKernel(std::string name, std::string description, const Slips& slips)
      : name_(std::move(name)),
        description_(std::move(description)),
        slips_(slips) {}

  std::string name() const override { return name_; }
  std::string description() const override { return description_; }

  Arithmetic arithmetic(const Problem&) const override {
    Arithmetic a = online_arithmetic(static_cast<int>(tile));
    a.exp_ulp = 1;  // expf; see library_exp_ulp of the explicit kernels
    a.flush_to_zero = false;
    a.fused_exponent = false;  // a difference of rounded scores, whose largest is the maximum
    return a;
  }

  Support supports(const Problem& problem) const override { return up_to_float32(problem); }

  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    PlainOnline(slips_, problem, inputs, outputs).run();
  }

 private:
  std::string name_;
  std::string description_;
  Slips slips_;
};

}  // namespace

OnlineState merge_states(const std::vector<OnlineState>& states) {
  OnlineState merged{-INFINITY, 0, std::vector<float>(states.front().out.size())};
  for (const OnlineState& state : states) merged.max = std::max(merged.max, state.max);
  for (const OnlineState& state : states) {
    if (state.max == -INFINITY) continue;
    const float share = std::exp(state.max - merged.max);
    merged.sum += share * state.sum;
    for (std::size_t c = 0; c < merged.out.size(); ++c) merged.out[c] += share * state.out[c];
  }
  return merged;
}

KernelPointer plain_online(const std::string& name, const std::string& description, const Slips& slips) {
  return std::make_shared<PlainOnlineKernel>(name, description, slips);
}

KernelPointer honest_plain_online() {
  static const KernelPointer kernel = plain_online("plain_online", "online softmax a row at a time", {});
  return kernel;
}

Fault slip_fault(const std::string& stem, Fault fault, const Slips& slips) {
  fault.kernel = plain_online("fault/" + stem, fault.broken, slips);
  fault.honest_twin = honest_plain_online()->name();
  return fault;
}

}  // namespace assay::impls
