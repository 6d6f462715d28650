// SPDX-License-Identifier: Apache-2.0
#include "reference/model/problem.hpp"

#include <fmt/format.h>

#include <cmath>

#include "reference/model/problem_text.hpp"
#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

void require(bool condition, const std::string& message) {
  if (!condition) throw UsageError(message);
}

/// Keeps every product of extents far from overflow; a tensor of this many elements would not fit a machine anyway.
constexpr std::int64_t extent_max = std::int64_t{1} << 24;
constexpr std::int64_t elements_max = std::int64_t{1} << 34;

void validate_extent(std::string_view key, std::int64_t value, std::int64_t minimum) {
  require(value >= minimum && value <= extent_max,
          fmt::format("{}={}: want {} to {}", key, value, minimum, extent_max));
}

void validate_elements(std::string_view tensor, const Index4& extents) {
  double elements = 1;
  for (const std::int64_t extent : extents) elements *= static_cast<double>(extent);
  require(elements <= static_cast<double>(elements_max),
          fmt::format("the {} tensor {} has more than 2^34 elements", tensor, to_text(extents)));
}

void validate_extents(const Extents& e) {
  validate_extent("b", e.batch, 0);
  validate_extent("hq", e.query_heads, 1);
  validate_extent("hkv", e.key_heads, 1);
  validate_extent("tq", e.query_length, 0);
  validate_extent("tk", e.key_length, 0);
  validate_extent("dk", e.head_dim, 1);
  validate_extent("dv", e.value_dim, 1);
  require(e.query_heads % e.key_heads == 0,
          fmt::format("hq={} hkv={}: the query heads must be a multiple of the key heads", e.query_heads, e.key_heads));
}

void validate_numbers(const Problem& p) {
  require(!p.scale || std::isfinite(*p.scale), "scale: want a finite number");
  require(!p.softcap || (std::isfinite(*p.softcap) && *p.softcap > 0), "softcap: want a finite number above 0");
  require(p.dropout.probability >= 0 && p.dropout.probability < 1, "dropout: want a probability from 0 to below 1");
  require(!p.dropout.training || p.dropout.probability > 0, "mode=train: nothing to train without dropout=p above 0");
  require(p.dropout.mask_given || p.dropout.training, "keep=drawn: only in mode=train");
  require(p.past >= 0 && p.past <= p.extents.key_length,
          fmt::format("past={}: want 0 to tk={}", p.past, p.extents.key_length));
}

void validate_window(const Problem& p) {
  const bool counts_self = p.convention.window_count == WindowCount::CountsSelf;
  for (const auto& side : {p.window.left, p.window.right})
    require(!side || *side >= 0,
            fmt::format("window: a side is {}, want 0 or more, or inf for no limit", side.value_or(0)));
  require(!counts_self || p.window.left.value_or(1) > 0,
          "window: with window_count=counts-self the left side counts the query's own key, want 1 or more");
  require(!counts_self || p.window.right.value_or(1) > 0,
          "window: with window_count=counts-self the right side counts the query's own key, want 1 or more");
}

}  // namespace

void validate(const Problem& p) {
  validate_extents(p.extents);
  validate_elements("query", query_extents(p));
  validate_elements("key", key_extents(p));
  validate_elements("value", value_extents(p));
  validate_elements("output", output_extents(p));
  if (p.mask) validate_elements("mask", broadcast_extents(p, *p.mask));
  if (p.bias) validate_elements("bias", broadcast_extents(p, *p.bias));
  validate_numbers(p);
  validate_window(p);
  validate_extent("chunk", p.chunk, 0);
}

Problem plain_problem(const Extents& extents, std::string_view dtype_name) {
  Problem problem;
  problem.extents = extents;
  problem.dtype = dtype(dtype_name);
  problem.out = problem.dtype;
  validate(problem);
  return problem;
}

double scale_value(const Problem& p) {
  return p.scale ? *p.scale : 1.0 / std::sqrt(static_cast<double>(p.extents.head_dim));
}

FloatFormat bias_format(const Problem& p) { return p.dtype.storage_bits() == 8 ? dtype("fp32") : p.dtype; }

FloatFormat lse_format(const Problem& p) { return p.out.storage_bits() == 64 ? p.out : dtype("fp32"); }

Index4 query_extents(const Problem& p) {
  return {p.extents.batch, p.extents.query_heads, p.extents.query_length, p.extents.head_dim};
}
Index4 key_extents(const Problem& p) {
  return {p.extents.batch, p.extents.key_heads, p.extents.key_length, p.extents.head_dim};
}
Index4 value_extents(const Problem& p) {
  return {p.extents.batch, p.extents.key_heads, p.extents.key_length, p.extents.value_dim};
}
Index4 output_extents(const Problem& p) {
  return {p.extents.batch, p.extents.query_heads, p.extents.query_length, p.extents.value_dim};
}
Index4 lse_extents(const Problem& p) { return {p.extents.batch, p.extents.query_heads, p.extents.query_length, 1}; }

Index4 broadcast_extents(const Problem& p, const Broadcast& broadcast) {
  const Index4 full{p.extents.batch, p.extents.query_heads, p.extents.query_length, p.extents.key_length};
  Index4 extents{1, 1, 1, 1};
  for (std::size_t axis = 0; axis < 4; ++axis)
    if (broadcast.has[axis]) extents[axis] = full[axis];
  return extents;
}

Cost cost(const Problem& p) {
  const Extents& e = p.extents;
  const double pairs = static_cast<double>(e.batch) * static_cast<double>(e.query_heads) *
                       static_cast<double>(e.query_length) * static_cast<double>(e.key_length);
  const double width = static_cast<double>(e.query_heads) * static_cast<double>(e.head_dim);
  const double heads_wide = static_cast<double>(e.query_length) * static_cast<double>(e.query_heads) +
                            static_cast<double>(e.key_length) * static_cast<double>(e.key_heads);
  const double per_pair = 2 * static_cast<double>(e.head_dim + e.value_dim);
  return {.flops = pairs * per_pair,
          .weight_bytes = pairs * p.out.storage_bytes(),
          .projection_flops = static_cast<double>(e.batch) * width * heads_wide * per_pair};
}

}  // namespace assay
