// SPDX-License-Identifier: Apache-2.0
// Recipe r1: masks, lengths, segments, dropout and the poison of hidden keys.
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/model/mask.hpp"
#include "reference/model/case/recipe_fills.hpp"

namespace assay::detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Whether pattern `name` shows an element of a mask at (batch, head, query, key); axes the tensor lacks are 0.
bool shown(const std::string& name, const Problem& p, const RandomStream& random, const Index4& at) {
  const Index4 full{p.extents.batch, p.extents.query_heads, p.extents.query_length, p.extents.key_length};
  const std::uint64_t n = ordinal(full, at);
  const std::int64_t keys = p.extents.key_length;
  if (name == "all" || name == "moderate") return true;
  if (name == "padding") return at[3] < keys - random.below(static_cast<std::uint64_t>(at[0]), keys / 2 + 1);
  if (name == "holes") return at[3] / 3 % 2 == 0;
  if (name == "first-block") return at[3] >= keys / 2;
  if (name == "checker") return (at[2] + at[3]) % 2 == 0;
  if (name == "band") return std::abs(at[2] - at[3]) <= 3;
  if (name == "empty-row" && at[2] == 0 && at[0] == 0) return false;
  return random.bits(n) >= 0x40000000u;  // three quarters
}

void fill_mask(const Problem& p, const Recipe& recipe, Tensor& mask) {
  const RandomStream random(recipe.seed, MaskStream);
  const bool true_shows = p.convention.mask_true == MaskTrue::Visible;
  for_each_index(mask.extents(),
                 [&](const Index4& at) { mask.set(at, shown(recipe.masks, p, random, at) == true_shows); });
}

void fill_bias(const Problem& p, const Recipe& recipe, Tensor& bias) {
  const RandomStream random(recipe.seed, MaskStream);
  const RandomStream size(recipe.seed, BiasStream);
  const double hidden = recipe.masks == "finite-min" ? -bias.type().format.max_finite() : -infinity;
  const double spread = recipe.masks == "moderate" ? 4 : 1;
  for_each_index(bias.extents(), [&](const Index4& at) {
    const double value = spread * size.normal(ordinal(bias.extents(), at));
    bias.set(at, shown(recipe.masks, p, random, at) ? value : hidden);
  });
}

void fill_lengths(const Problem& p, const Recipe& recipe, Tensor& lengths) {
  const RandomStream random(recipe.seed, LengthStream);
  const std::int64_t keys = p.extents.key_length;
  for (std::int64_t b = 0; b < p.extents.batch; ++b) {
    std::int64_t length = keys - random.below(static_cast<std::uint64_t>(b), keys / 2 + 1);
    if (recipe.masks == "all") length = keys;
    if (recipe.masks == "empty-row" && b == 0) length = 0;
    lengths.set({b, 0, 0, 0}, static_cast<double>(length));
  }
}

/// Up to three segments of about equal length; in empty-row the first query belongs to a segment without keys.
void fill_segments(const Recipe& recipe, Tensor& segments, bool of_queries) {
  const std::int64_t length = segments.extents()[3];
  const std::int64_t parts = recipe.masks == "all" ? 1 : 3;
  for_each_index(segments.extents(), [&](const Index4& at) {
    const bool orphan = of_queries && recipe.masks == "empty-row" && at[3] == 0;
    const std::int64_t part = at[3] * parts / length;
    segments.set(at, orphan ? 9 : static_cast<double>(part));
  });
}

void fill_keep(const Problem& p, const Recipe& recipe, Tensor& keep) {
  const RandomStream random(recipe.seed, DropoutStream);
  for_each_index(keep.extents(), [&](const Index4& at) {
    keep.set(at, random.uniform(ordinal(keep.extents(), at)) >= p.dropout.probability);
  });
}

double poison(const std::string& fill, const FloatFormat& format) {
  if (fill == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (fill == "inf" && format.has_infinity()) return infinity;
  return format.max_finite();
}

}  // namespace

void fill_masks(const Problem& p, const Recipe& recipe, Inputs& inputs) {
  if (inputs.mask) fill_mask(p, recipe, *inputs.mask);
  if (inputs.bias) fill_bias(p, recipe, *inputs.bias);
  if (inputs.key_lengths) fill_lengths(p, recipe, *inputs.key_lengths);
  if (inputs.query_segments) fill_segments(recipe, *inputs.query_segments, true);
  if (inputs.key_segments) fill_segments(recipe, *inputs.key_segments, false);
  if (inputs.dropout_keep) fill_keep(p, recipe, *inputs.dropout_keep);
}

void poison_hidden(const Problem& p, const std::string& fill, Inputs& inputs) {
  if (fill == "none") return;
  const Index4 extents = key_extents(p);
  std::vector<bool> seen(static_cast<std::size_t>(extents[0] * extents[1] * extents[2]));
  const auto slot = [&](std::int64_t b, std::int64_t h, std::int64_t j) {
    return static_cast<std::size_t>((b * extents[1] + h) * extents[2] + j);
  };
  for (std::int64_t b = 0; b < p.extents.batch; ++b)
    for (std::int64_t h = 0; h < p.extents.query_heads; ++h)
      for (std::int64_t i = 0; i < p.extents.query_length; ++i)
        for (const std::int64_t j : visible_keys(p, inputs, {b, h, i})) seen[slot(b, key_head(p, h), j)] = true;
  const auto overwrite = [&](Tensor& tensor) {
    for_each_index(tensor.extents(), [&](const Index4& at) {
      if (!seen[slot(at[0], at[1], at[2])]) tensor.set(at, poison(fill, p.dtype));
    });
  };
  overwrite(inputs.key);
  overwrite(inputs.value);
}

}  // namespace assay::detail
