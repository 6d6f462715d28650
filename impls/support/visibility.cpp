// SPDX-License-Identifier: Apache-2.0
#include "impls/support/visibility.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "impls/support/convert.hpp"

namespace assay::impls {
namespace {

/// Windows are clamped to it, so that sums of positions cannot overflow.
constexpr std::int64_t far = std::int64_t{1} << 60;

std::int64_t integer_at(const Tensor& tensor, std::int64_t batch, std::int64_t last) {
  return tensor.view<const std::int32_t>()(batch, 0, 0, last);
}

std::int64_t visible_length(const Problem& problem, const Inputs& inputs, std::int64_t batch) {
  const std::int64_t length = problem.extents.key_length;
  if (!problem.key_lengths) return length;
  return std::clamp<std::int64_t>(integer_at(*inputs.key_lengths, batch, 0), 0, length);
}

/// Largest distance that a side of the window shows.
std::int64_t reach(const Problem& problem, std::int64_t side) {
  const std::int64_t counted = problem.convention.window_count == WindowCount::CountsSelf ? side - 1 : side;
  return std::clamp<std::int64_t>(counted, -far, far);
}

void limit_by_position(const Problem& problem, const Inputs& inputs, const RowPlace& row, RowKeys& keys) {
  const std::int64_t position = first_position(problem, inputs, row.batch) + row.query;
  keys.begin = 0;
  keys.end = visible_length(problem, inputs, row.batch);
  if (problem.causal) keys.end = std::min(keys.end, position + 1);
  if (problem.window.left) keys.begin = std::max(keys.begin, position - reach(problem, *problem.window.left));
  if (problem.window.right) keys.end = std::min(keys.end, position + reach(problem, *problem.window.right) + 1);
  if (problem.chunk > 0) {
    const std::int64_t into = (position % problem.chunk + problem.chunk) % problem.chunk;
    keys.begin = std::max(keys.begin, position - into);
    keys.end = std::min(keys.end, position - into + problem.chunk);
  }
  if (keys.begin >= keys.end) keys.begin = keys.end = 0;
}

void hide_other_segments(const Inputs& inputs, const RowPlace& row, RowKeys& keys) {
  const std::int64_t own = integer_at(*inputs.query_segments, row.batch, row.query);
  for (std::int64_t j = keys.begin; j < keys.end; ++j)
    if (integer_at(*inputs.key_segments, row.batch, j) != own) keys.flags[static_cast<std::size_t>(j)] = 0;
}

void hide_by_mask(const Problem& problem, const Inputs& inputs, const RowPlace& row, RowKeys& keys) {
  const TensorView<const std::uint8_t> mask = inputs.mask->view<const std::uint8_t>();
  const auto along = [&](int axis, std::int64_t index) { return mask.extents[axis] == 1 ? 0 : index; };
  const bool shown = problem.convention.mask_true == MaskTrue::Visible;
  for (std::int64_t j = keys.begin; j < keys.end; ++j) {
    const bool value = mask(along(0, row.batch), along(1, row.head), along(2, row.query), along(3, j)) != 0;
    if (value != shown) keys.flags[static_cast<std::size_t>(j)] = 0;
  }
}

void hide_by_bias(const Problem& problem, const Inputs& inputs, const RowPlace& row, RowKeys& keys) {
  std::vector<double> bias(static_cast<std::size_t>(problem.extents.key_length));
  load_run(*inputs.bias, {row.batch, row.head, row.query, 0}, problem.extents.key_length, bias.data());
  for (std::int64_t j = keys.begin; j < keys.end; ++j)
    if (bias[static_cast<std::size_t>(j)] == -std::numeric_limits<double>::infinity())
      keys.flags[static_cast<std::size_t>(j)] = 0;
}

/// Finaliser of splitmix64 (Steele, Lea, Flood, OOPSLA 2014, figure 17).
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint64_t combine(std::uint64_t state, std::int64_t value) {
  return mix(state + 0x9e3779b97f4a7c15u * (static_cast<std::uint64_t>(value) + 1));
}

}  // namespace

std::int64_t RowKeys::count() const {
  if (dense) return end - begin;
  return std::count_if(flags.begin() + begin, flags.begin() + end, [](std::uint8_t flag) { return flag != 0; });
}

std::int64_t first_position(const Problem& problem, const Inputs& inputs, std::int64_t batch) {
  switch (problem.convention.anchor.kind) {
    case Anchor::Kind::TopLeft: return problem.past;
    case Anchor::Kind::BottomRight: return visible_length(problem, inputs, batch) - problem.extents.query_length;
    case Anchor::Kind::Offset: return problem.convention.anchor.offset;
  }
  return 0;
}

std::int64_t key_head_of(const Problem& problem, std::int64_t query_head) {
  const std::int64_t key_heads = problem.extents.key_heads;
  if (problem.convention.head_map == HeadMap::Interleaved) return query_head % key_heads;
  return query_head / (problem.extents.query_heads / key_heads);
}

void find_keys(const Problem& problem, const Inputs& inputs, const RowPlace& row, RowKeys& keys) {
  limit_by_position(problem, inputs, row, keys);
  keys.dense = !problem.segments && !problem.mask && !problem.bias;
  if (keys.dense) return;
  keys.flags.assign(static_cast<std::size_t>(problem.extents.key_length), 1);
  if (problem.segments) hide_other_segments(inputs, row, keys);
  if (problem.mask) hide_by_mask(problem, inputs, row, keys);
  if (problem.bias) hide_by_bias(problem, inputs, row, keys);
}

bool has_terms(const Problem& problem) { return problem.bias.has_value() || problem.alibi; }

template <class Real>
void added_terms(const Problem& problem, const Inputs& inputs, const RowPlace& row, std::vector<Real>& terms) {
  const std::int64_t length = problem.extents.key_length;
  terms.assign(static_cast<std::size_t>(length), Real{0});
  if (problem.bias) load_run(*inputs.bias, {row.batch, row.head, row.query, 0}, length, terms.data());
  if (!problem.alibi) return;
  const Real slope = inputs.alibi_slopes->view<const float>()(0, row.head, 0, 0);
  const std::int64_t position = first_position(problem, inputs, row.batch) + row.query;
  for (std::int64_t j = 0; j < length; ++j)
    terms[static_cast<std::size_t>(j)] -= slope * static_cast<Real>(std::abs(position - j));
}

template void added_terms(const Problem&, const Inputs&, const RowPlace&, std::vector<float>&);
template void added_terms(const Problem&, const Inputs&, const RowPlace&, std::vector<double>&);

void draw_kept(const Problem& problem, std::uint64_t seed, const RowPlace& row, std::vector<std::uint8_t>& keep) {
  const std::uint64_t state = combine(combine(combine(mix(seed), row.batch), row.head), row.query);
  keep.resize(static_cast<std::size_t>(problem.extents.key_length));
  for (std::size_t j = 0; j < keep.size(); ++j) {
    const std::uint64_t drawn = combine(state, static_cast<std::int64_t>(j)) >> 11;
    keep[j] = static_cast<double>(drawn) * 0x1p-53 >= problem.dropout.probability;
  }
}

void kept_weights(const Problem& problem, const Inputs& inputs, const RowPlace& row, std::vector<std::uint8_t>& keep) {
  keep.clear();
  if (!problem.dropout.training || problem.dropout.probability == 0) return;
  if (!problem.dropout.mask_given) return draw_kept(problem, inputs.dropout_seed, row, keep);
  const TensorView<const std::uint8_t> given = inputs.dropout_keep->view<const std::uint8_t>();
  keep.resize(static_cast<std::size_t>(problem.extents.key_length));
  for (std::size_t j = 0; j < keep.size(); ++j)
    keep[j] = given(row.batch, row.head, row.query, static_cast<std::int64_t>(j));
}

}  // namespace assay::impls
