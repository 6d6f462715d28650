// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/multi_head.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/model/contract.hpp"

namespace assay::reference {

namespace {

struct Projection {
  const char* name;
  const Matrix& weights;
  const std::vector<double>& bias;
};

void require(bool condition, const std::string& message) {
  if (!condition) throw UsageError("multi-head layer: " + message);
}

void validate(const Projection& p, std::size_t rows, std::size_t columns) {
  require(p.weights.size() == rows, fmt::format("W_{} has {} rows, want {}", p.name, p.weights.size(), rows));
  for (const auto& row : p.weights)
    require(row.size() == columns, fmt::format("W_{} has a row of {} numbers, want {}", p.name, row.size(), columns));
  require(p.bias.empty() || p.bias.size() == rows,
          fmt::format("b_{} has {} numbers, want {}", p.name, p.bias.size(), rows));
}

std::size_t columns(const Matrix& matrix) { return matrix.empty() ? 0 : matrix[0].size(); }

void require_width(const char* what, const Matrix& rows, std::size_t width) {
  for (const auto& row : rows)
    require(row.size() == width, fmt::format("a {} input has width {}, want {}", what, row.size(), width));
}

IntervalMatrix project(const Matrix& weights, const std::vector<double>& bias, const IntervalMatrix& rows) {
  IntervalMatrix result;
  for (const IntervalVector& row : rows) result.push_back(affine(weights, bias, row));
  return result;
}

IntervalMatrix slice(const IntervalMatrix& rows, std::size_t first, std::size_t width) {
  IntervalMatrix result;
  for (const IntervalVector& row : rows) {
    const auto begin = row.begin() + static_cast<std::ptrdiff_t>(first);
    result.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(width));
  }
  return result;
}

void append_text(std::string& text, const std::string& name, const IntervalMatrix& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += fmt::format("{:<16}{:>4} ", name, i);
    for (const Interval& x : rows[i]) text += " " + x.to_text() + " ";
    text += "\n";
  }
}

}  // namespace

std::int64_t head_width(std::int64_t d_model, std::int64_t heads) {
  require(heads > 0 && d_model % heads == 0,
          fmt::format("{} heads do not divide d_model {}; want a divisor", heads, d_model));
  return d_model / heads;
}

std::int64_t MultiHeadLayer::parameter_count() const {
  std::size_t count = b_q.size() + b_k.size() + b_v.size() + b_o.size();
  for (const Matrix* weights : {&w_q, &w_k, &w_v, &w_o}) count += weights->size() * columns(*weights);
  return static_cast<std::int64_t>(count);
}

void validate(const MultiHeadLayer& layer) {
  head_width(layer.inner_width(), layer.heads);
  const std::size_t inner = layer.w_q.size();
  validate({"Q", layer.w_q, layer.b_q}, inner, columns(layer.w_q));
  validate({"K", layer.w_k, layer.b_k}, inner, columns(layer.w_k));
  validate({"V", layer.w_v, layer.b_v}, inner, columns(layer.w_k));
  validate({"O", layer.w_o, layer.b_o}, layer.w_o.size(), inner);
}

MultiHeadSteps evaluate(const MultiHeadLayer& layer, const LayerInput& input, int precision_bits) {
  validate(layer);
  require_width("query", input.from, columns(layer.w_q));
  require_width("key", input.to, columns(layer.w_k));
  const IntervalMatrix from = to_intervals(input.from, precision_bits), to = to_intervals(input.to, precision_bits);
  MultiHeadSteps steps;
  steps.queries = project(layer.w_q, layer.b_q, from);
  steps.keys = project(layer.w_k, layer.b_k, to);
  steps.values = project(layer.w_v, layer.b_v, to);
  steps.concatenated.resize(from.size());
  const auto width = static_cast<std::size_t>(layer.head_width());
  for (std::size_t h = 0; h < static_cast<std::size_t>(layer.heads); ++h) {
    steps.heads.push_back(attend(dot_score(), {.queries = slice(steps.queries, h * width, width),
                                               .keys = slice(steps.keys, h * width, width),
                                               .values = slice(steps.values, h * width, width),
                                               .visible = input.visible}));
    for (std::size_t i = 0; i < from.size(); ++i) {
      const IntervalVector& out = steps.heads.back().out[i];
      steps.concatenated[i].insert(steps.concatenated[i].end(), out.begin(), out.end());
    }
  }
  steps.out = project(layer.w_o, layer.b_o, steps.concatenated);
  return steps;
}

std::string to_text(const MultiHeadSteps& steps) {
  std::string text;
  append_text(text, "query", steps.queries);
  append_text(text, "key", steps.keys);
  append_text(text, "value", steps.values);
  for (std::size_t h = 0; h < steps.heads.size(); ++h) {
    append_text(text, fmt::format("head {} scores", h), steps.heads[h].scores);
    append_text(text, fmt::format("head {} weights", h), steps.heads[h].weights);
    append_text(text, fmt::format("head {} out", h), steps.heads[h].out);
  }
  append_text(text, "concatenated", steps.concatenated);
  append_text(text, "out", steps.out);
  return text;
}

}  // namespace assay::reference
