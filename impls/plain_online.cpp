// SPDX-License-Identifier: Apache-2.0
#include "impls/plain_online.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "impls/cpu/row_output.hpp"
#include "impls/cpu/score.hpp"
#include "impls/online.hpp"
#include "impls/visibility.hpp"

namespace assay::impls {
namespace {

constexpr std::int64_t tile = 16;

class PlainOnline : public Kernel {
 public:
  PlainOnline(std::string name, std::string description, Slips slips)
      : name_(std::move(name)),
        description_(std::move(description)),
        slips_(slips) {}

  std::string name() const override { return name_; }
  std::string description() const override { return description_; }

  Arithmetic arithmetic(const Problem&) const override {
    Arithmetic a = online_arithmetic(static_cast<int>(tile));
    a.exp_ulp = 1;  // expf; see library_exp_ulp of the explicit kernels
    a.flush_to_zero = false;
    return a;
  }

  Support supports(const Problem& problem) const override { return up_to_float32(problem); }

  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    const Extents& e = problem.extents;
    for (std::int64_t b = 0; b < e.batch; ++b)
      for (std::int64_t h = 0; h < e.query_heads; ++h)
        for (std::int64_t i = 0; i < e.query_length; ++i) attend(problem, inputs, {b, h, i}, outputs);
  }

 private:
  struct State {
    float max;
    float sum;
    std::vector<float> out;
  };

  void attend(const Problem& problem, const Inputs& inputs, const RowPlace& row, Outputs& outputs) const {
    RowKeys keys;
    find_keys(problem, inputs, row, keys);
    if (keys.count() == 0) return cpu::store_keyless_row(problem, inputs, row, outputs);
    const float sink = problem.sinks ? inputs.sinks->view<const float>()(0, row.head, 0, 0) : -INFINITY;
    State state{slips_.subtract_maximum ? sink : 0, 0,
                std::vector<float>(static_cast<std::size_t>(problem.extents.value_dim))};
    if (sink != -INFINITY) state.sum = std::exp(sink - state.max);
    const std::vector<float> scores = compute_scores(problem, inputs, row, keys);
    std::vector<std::uint8_t> keep;
    kept_weights(problem, inputs, row, keep);
    const std::int64_t length = problem.extents.key_length;
    for (std::int64_t start = 0; start < (slips_.visit_tail ? length : length / tile * tile); start += tile) {
      update_max(scores, start, state);
      for (std::int64_t j = start; j < std::min(start + tile, length); ++j)
        if (keys.sees(j)) add_key(problem, inputs, row, j, scores[static_cast<std::size_t>(j)], keep, state);
    }
    for (float& element : state.out) element /= state.sum;
    if (!keep.empty())
      for (float& element : state.out) element *= static_cast<float>(1 / (1 - problem.dropout.probability));
    store_run(outputs.out, {row.batch, row.head, row.query, 0}, problem.extents.value_dim, state.out.data());
    cpu::store_lse(problem, row, state.max, state.sum, outputs);
  }

  /// Minus infinity for hidden keys.
  std::vector<float> compute_scores(const Problem& problem, const Inputs& inputs, const RowPlace& row,
                                    const RowKeys& keys) const {
    const std::int64_t d = problem.extents.head_dim;
    const cpu::Score<float> score(problem);
    std::vector<float> query(static_cast<std::size_t>(d)), key(query.size()), terms;
    load_run(inputs.query, {row.batch, row.head, row.query, 0}, d, query.data());
    added_terms(problem, inputs, row, terms);
    std::vector<float> scores(static_cast<std::size_t>(problem.extents.key_length), -INFINITY);
    for (std::int64_t j = keys.begin; j < keys.end; ++j) {
      if (!keys.sees(j)) continue;
      load_run(inputs.key, {row.batch, key_head_of(problem, row.head), j, 0}, d, key.data());
      float dot = 0;
      for (std::size_t t = 0; t < key.size(); ++t) dot += query[t] * key[t];
      scores[static_cast<std::size_t>(j)] = score(dot, terms[static_cast<std::size_t>(j)]);
    }
    return scores;
  }

  void update_max(const std::vector<float>& scores, std::int64_t start, State& state) const {
    if (!slips_.subtract_maximum) return;
    float max = state.max;
    for (std::size_t j = static_cast<std::size_t>(start);
         j < std::min(static_cast<std::size_t>(start + tile), scores.size()); ++j)
      max = std::max(max, scores[j]);
    if (max == state.max) return;
    const float correction = slips_.rescale ? std::exp(state.max - max) : 1;
    state.sum *= correction;
    for (float& element : state.out) element *= correction;
    state.max = max;
  }

  void add_key(const Problem& problem, const Inputs& inputs, const RowPlace& row, std::int64_t j, float score,
               const std::vector<std::uint8_t>& keep, State& state) const {
    float weight = std::exp(score - state.max);
    state.sum += weight;
    if (!keep.empty() && !keep[static_cast<std::size_t>(j)]) weight = 0;
    std::vector<float> value(state.out.size());
    load_run(inputs.value, {row.batch, key_head_of(problem, row.head), j, 0}, problem.extents.value_dim, value.data());
    for (std::size_t c = 0; c < value.size(); ++c) state.out[c] += weight * value[c];
  }

  std::string name_;
  std::string description_;
  Slips slips_;
};

}  // namespace

KernelPointer plain_online(const std::string& name, const std::string& description, Slips slips) {
  return std::make_shared<PlainOnline>(name, description, slips);
}

KernelPointer honest_plain_online() {
  static const KernelPointer kernel = plain_online("plain_online", "online softmax a row at a time", {});
  return kernel;
}

Fault slip_fault(const std::string& stem, Fault fault, Slips slips) {
  fault.kernel = plain_online("fault/" + stem, fault.broken, slips);
  fault.honest_twin = honest_plain_online()->name();
  return fault;
}

}  // namespace assay::impls
