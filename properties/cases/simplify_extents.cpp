// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>

#include "properties/cases/simplify_moves.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties::detail {
namespace {

using Axis = std::int64_t Extents::*;
constexpr std::array<Axis, 7> axes{&Extents::batch,      &Extents::query_heads,  &Extents::key_heads,
                                   &Extents::key_length, &Extents::query_length, &Extents::head_dim,
                                   &Extents::value_dim};

/// Lengths to try for an axis, boldest first.
std::vector<std::int64_t> shorter_lengths(std::int64_t length) {
  std::vector<std::int64_t> result;
  for (const std::int64_t shorter : {std::int64_t{1}, length / 4, length / 2, length - 1}) {
    if (shorter >= 1 && shorter < length && (result.empty() || shorter > result.back())) result.push_back(shorter);
  }
  return result;
}

/// Past keys are part of the keys: try to shorten the past alike, and to keep as much of it as fits.
void add_with_past(std::vector<Case>& result, Case candidate, const Problem& before, std::int64_t from) {
  Problem& problem = candidate.problem;
  const std::int64_t cut = before.extents.key_length - problem.extents.key_length;
  fit_data(candidate, before, from);
  if (before.past > 0 && cut > 0) {
    problem.past = std::max<std::int64_t>(0, before.past - cut);
    result.push_back(candidate);
    problem.past = std::min(before.past, problem.extents.key_length);
  }
  result.push_back(std::move(candidate));
}

void add_changed(std::vector<Case>& result, const Case& the_case, const Extents& extents, std::int64_t from) {
  Case candidate = the_case;
  candidate.problem.extents = extents;
  add_with_past(result, std::move(candidate), the_case.problem, from);
}

/// One axis; and, because some failures need two equal extents, two equal axes together.
void add_lengths(std::vector<Case>& result, const Case& the_case, std::size_t first, std::size_t second) {
  const Extents& extents = the_case.problem.extents;
  const std::int64_t length = extents.*axes[first];
  if (extents.*axes[second] != length) return;
  for (const std::int64_t shorter : shorter_lengths(length)) {
    Extents changed = extents;
    changed.*axes[first] = shorter;
    changed.*axes[second] = shorter;
    add_changed(result, the_case, changed, shorter);
  }
}

/// Heads go down together, because key heads divide query heads.
void add_heads(std::vector<Case>& result, const Case& the_case) {
  const Extents& extents = the_case.problem.extents;
  std::set<std::array<std::int64_t, 3>> pairs;  // sum, query heads, key heads
  for (std::int64_t keys = 1; keys <= extents.key_heads; ++keys) {
    for (std::int64_t group = 1; keys * group <= extents.query_heads; ++group) {
      pairs.insert({keys * group + keys, keys * group, keys});
    }
  }
  for (const auto& [sum, query_heads, key_heads] : pairs) {
    Extents changed = extents;
    changed.query_heads = query_heads;
    changed.key_heads = key_heads;
    if (changed != extents) add_changed(result, the_case, changed, std::min(query_heads, key_heads));
  }
}

/// Written-out elements are worth keeping: cut out each position of an axis in turn.
void add_cuts(std::vector<Case>& result, const Case& the_case) {
  if (the_case.recipe.data.empty()) return;
  const Extents& extents = the_case.problem.extents;
  for (const Axis axis : axes) {
    for (std::int64_t from = 0; from + 1 < extents.*axis; ++from) {
      Extents changed = extents;
      changed.*axis -= 1;
      add_changed(result, the_case, changed, from);
    }
  }
}

/// The part of a tensor's elements that remains when `before` becomes `after`.
std::vector<double> cut(const std::vector<double>& elements, const Index4& before, const Index4& after,
                        std::int64_t from) {
  std::vector<double> result;
  const Index4 strides = contiguous_strides(before);
  for_each_index(after, [&](const Index4& index) {
    std::int64_t offset = 0;
    for (std::size_t axis = 0; axis < 4; ++axis) {
      const std::int64_t gone = before[axis] - after[axis];
      const std::int64_t first_gone = std::min(from, after[axis]);
      offset += strides[axis] * (index[axis] + (index[axis] >= first_gone ? gone : 0));
    }
    result.push_back(elements.at(static_cast<std::size_t>(offset)));
  });
  return result;
}

bool reaches(const Index4& before, const Index4& after) {
  return std::equal(after.begin(), after.end(), before.begin(), [](auto a, auto b) { return a <= b; });
}

}  // namespace

void fit_data(Case& the_case, const Problem& before, std::int64_t from) {
  std::map<std::string, std::vector<double>> fitted;
  for (const auto& [name, elements] : the_case.recipe.data) {
    const std::optional<TensorSpec> old_spec = tensor_spec(before, name);
    const std::optional<TensorSpec> new_spec = tensor_spec(the_case.problem, name);
    if (!old_spec || !new_spec || !reaches(old_spec->extents, new_spec->extents)) continue;
    std::vector<double> kept = cut(elements, old_spec->extents, new_spec->extents, from);
    for (double& element : kept) {
      if (new_spec->type.kind == ElementType::Kind::Float) element = round_to(new_spec->type.format, element);
      if (name == "key_lengths") {
        element = std::min(element, static_cast<double>(the_case.problem.extents.key_length));
      }
    }
    fitted.emplace(name, std::move(kept));
  }
  the_case.recipe.data = std::move(fitted);
}

std::vector<Case> smaller_extents(const Case& the_case) {
  std::vector<Case> result;
  add_changed(result, the_case, Extents{}, 1);
  add_heads(result, the_case);
  for (std::size_t first = 0; first < axes.size(); ++first) {
    for (std::size_t second = first; second < axes.size(); ++second) add_lengths(result, the_case, first, second);
  }
  add_cuts(result, the_case);
  return result;
}

}  // namespace assay::properties::detail
