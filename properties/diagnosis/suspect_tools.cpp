// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "reference/model/problem_options.hpp"

namespace assay::properties {
namespace {

void for_each_row(const Problem& p, const std::function<void(const RowIndex&)>& visit) {
  for_each_index(lse_extents(p), [&](const Index4& at) { visit({at[0], at[1], at[2]}); });
}

double rounded(const std::function<double(double)>& rounding, double x) { return rounding ? rounding(x) : x; }

}  // namespace

bool replace_visibility(Problem& problem, Inputs& inputs,
                        const std::function<bool(const RowIndex&, std::int64_t, bool)>& sees) {
  const Extents& e = problem.extents;
  Tensor mask(ElementType::boolean(), {e.batch, e.query_heads, e.query_length, e.key_length});
  const TensorView<std::uint8_t> shown = mask.view<std::uint8_t>();
  bool changed = false;
  for_each_row(problem, [&](const RowIndex& row) {
    for (std::int64_t j = 0; j < e.key_length; ++j) {
      const bool before = visible(problem, inputs, row, j), now = sees(row, j, before);
      shown(row.batch, row.head, row.query, j) = now;
      changed = changed || now != before;
    }
  });
  if (!changed) return false;
  show_by_mask_alone(problem);
  problem.mask = Broadcast{{true, true, true, true}};
  problem.convention.mask_true = MaskTrue::Visible;
  inputs.mask = std::move(mask);
  inputs.query_segments.reset();
  inputs.key_segments.reset();
  return true;
}

bool move_diagonal(Problem& problem, Inputs& inputs, std::int64_t keys) {
  if (!problem.causal) return false;
  Problem open = problem;
  open.causal = false;
  const Problem asked = problem;
  return replace_visibility(problem, inputs, [&](const RowIndex& row, std::int64_t key, bool) {
    return visible(open, inputs, row, key) && key <= query_offset(asked, inputs, row.batch) + row.query + keys;
  });
}

bool hide_keys(Problem& problem, Inputs& inputs, std::int64_t begin, std::int64_t end) {
  return replace_visibility(problem, inputs, [&](const RowIndex&, std::int64_t key, bool visible) {
    return visible && (key < begin || key >= end);
  });
}

bool change_bias(Problem& problem, Inputs& inputs, const std::function<double(double)>& change) {
  if (!problem.bias) return false;
  Tensor bias(ElementType::of(dtype("fp64")), inputs.bias->extents());
  for_each_index(bias.extents(), [&](const Index4& at) { bias.set(at, change(inputs.bias->get(at))); });
  inputs.bias = std::move(bias);
  return true;
}

bool set_scale(Problem& problem, double scale) {
  if (scale_value(problem) == scale) return false;
  problem.scale = scale;
  return true;
}

namespace {

/// Rounded, where the factor changes anything.
void scale_by(std::vector<double>& numbers, double factor, const std::function<double(double)>& rounding) {
  if (factor == 1) return;
  for (double& number : numbers) number = rounded(rounding, number * factor);
}

/// The largest score of the block that begins with the n-th, or what ran before it.
template <class BlockOf>
double running_maximum(const std::vector<double>& scores, std::size_t n, double before, const BlockOf& block_of) {
  for (std::size_t k = n; k < scores.size() && block_of(k) == block_of(n); ++k) before = std::max(before, scores[k]);
  return before;
}

}  // namespace

std::vector<double> replay_row(const reference::RowData& row, const reference::RowResult& exact, const Roundings& r) {
  if (exact.empty || row.sink || !row.keep.empty()) return {};
  std::vector<double> out(exact.out.size()), scores;
  for (const double score : exact.score) scores.push_back(rounded(r.score, score));
  double running = -INFINITY, sum = 0, whole = 0;
  const double max = *std::max_element(scores.begin(), scores.end());
  for (const double score : scores) whole += std::exp(score - max);
  const auto block_of = [&](std::size_t n) { return r.block > 0 ? row.keys[n] / r.block : 0; };
  for (std::size_t n = 0; n < scores.size(); ++n) {
    if (n == 0 || block_of(n) != block_of(n - 1)) {
      const double next = running_maximum(scores, n, r.block > 0 ? running : max, block_of);
      const double rescale = n == 0 ? 1 : std::exp(running - next);
      sum *= rescale;
      scale_by(out, rescale, r.accumulator);
      running = next;
    }
    const double weight = std::exp(scores[n] - running) / (r.normalised ? whole : 1);
    const double p = rounded(r.probability, weight);
    sum += r.sum_rounded ? p : weight;
    for (std::size_t c = 0; c < out.size(); ++c)
      out[c] = rounded(r.accumulator, out[c] + p * rounded(r.value, row.value(n)[c]));
  }
  if (!r.normalised)
    for (double& o : out) o /= sum;
  return out;
}

std::vector<double> replay_probabilities(const reference::RowData& row, const reference::RowResult& exact,
                                         const std::function<double(double)>& rounding, int variant) {
  constexpr std::int64_t blocks[probability_variants] = {16, 32, 64, 128, 0, 0, 1, 1};
  return replay_row(
      row, exact,
      {.probability = rounding, .block = blocks[variant], .sum_rounded = variant == 7, .normalised = variant == 5});
}

std::function<double(double)> rounding_to(const char* format) {
  return [f = dtype(format)](double x) { return round_to(f, x); };
}

std::function<double(double)> cutting_to(const char* format) {
  return [f = dtype(format)](double x) {
    const double nearest = round_to(f, x);
    return std::fabs(nearest) > std::fabs(x) ? nearest - std::copysign(ulp(f, x), nearest) : nearest;
  };
}

}  // namespace assay::properties
