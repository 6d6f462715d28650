// SPDX-License-Identifier: Apache-2.0
#include "properties/judge/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "reference/model/mask.hpp"
#include "reference/model/place.hpp"

namespace assay::properties {
namespace {

using Indices = std::set<std::int64_t>;

/// One axis of the output: which of its indices were seen, and which hold an error.
struct Axis {
  const char* one;
  const char* many;
  Indices seen, wrong;
  bool whole() const { return seen == wrong; }
};

/// Neighbours among what was seen.
bool is_run(const Axis& axis) {
  const auto first = axis.seen.find(*axis.wrong.begin()), last = axis.seen.find(*axis.wrong.rbegin());
  return std::distance(first, last) + 1 == static_cast<std::int64_t>(axis.wrong.size());
}

/// The step and start of an arithmetic progression that the wrong ones fill completely.
std::optional<std::array<std::int64_t, 2>> stride_of(const Axis& axis) {
  if (axis.wrong.size() < 3) return std::nullopt;
  std::int64_t step = 0;
  const std::int64_t first = *axis.wrong.begin();
  for (const std::int64_t index : axis.wrong) step = std::gcd(step, index - first);
  if (step < 2) return std::nullopt;
  for (const std::int64_t index : axis.seen)
    if (index % step == first % step && !axis.wrong.contains(index)) return std::nullopt;
  return std::array{step, first % step};
}

std::string ordinal(std::int64_t number) {
  const bool teen = number / 10 % 10 == 1;
  const std::int64_t digit = number % 10;
  return fmt::format("{}{}", number, teen ? "th" : digit == 1 ? "st" : digit == 2 ? "nd" : digit == 3 ? "rd" : "th");
}

/// Said of rows that fill a tile of a usual size, of which the last may be short.
std::string tile_of(std::int64_t first, std::int64_t last, std::int64_t length) {
  for (const std::int64_t size : {16, 32, 64, 128}) {
    const bool to_the_end = last + 1 == length;
    if (first % size != 0 || first / size != last / size || (last + 1 != first + size && !to_the_end)) continue;
    return fmt::format(" (the {} tile of {} rows)",
                       to_the_end   ? "last"
                       : first == 0 ? "first"
                                    : ordinal(first / size + 1),
                       size);
  }
  return "";
}

/// Which indices of the axis, as a phrase; empty when all of them.
std::string phrase(const Axis& axis, bool tiles) {
  if (axis.whole()) return "";
  const std::int64_t first = *axis.wrong.begin(), last = *axis.wrong.rbegin();
  if (axis.wrong.size() == 1) return fmt::format("{} {}", axis.one, first);
  if (is_run(axis)) {
    const std::string tile = tiles ? tile_of(first, last, *axis.seen.rbegin() + 1) : "";
    if (tiles && last == *axis.seen.rbegin()) return fmt::format("every {} from {} on{}", axis.one, first, tile);
    return fmt::format("{} {} to {}{}", axis.many, first, last, tile);
  }
  if (const auto stride = stride_of(axis)) return fmt::format("{} {} modulo {}", axis.many, (*stride)[1], (*stride)[0]);
  if (axis.wrong.size() <= 4) return fmt::format("{} {}", axis.many, fmt::join(axis.wrong, ", "));
  return fmt::format("{} of {} {} between {} and {}", axis.wrong.size(), axis.seen.size(), axis.many, first, last);
}

/// Which columns; empty when they are scattered, as those of an error all over are that is small here and there.
std::string phrase_of_columns(const Axis& axis) {
  const bool scattered = axis.wrong.size() > 1 && !is_run(axis) && !stride_of(axis);
  return scattered ? "" : phrase(axis, false);
}

struct Axes {
  Axis batch{"batch", "batches", {}, {}};
  Axis head{"head", "heads", {}, {}};
  Axis row{"row", "rows", {}, {}};
  Axis column{"column", "columns", {}, {}};
  std::int64_t wrong = 0;
};

Axes axes_of(const std::vector<PlacedError>& errors, double limit) {
  Axes axes;
  for (const PlacedError& e : errors) {
    const bool wrong = !(e.size <= limit);  // NaN is wrong
    axes.wrong += wrong;
    const auto add = [&](Axis& axis, std::int64_t index) {
      axis.seen.insert(index);
      if (wrong) axis.wrong.insert(index);
    };
    add(axes.batch, e.batch);
    add(axes.head, e.head);
    add(axes.row, e.query);
    add(axes.column, e.feature);
  }
  return axes;
}

/// The group of query heads that share one key head, if the wrong heads are that.
std::string group_of(const Problem& p, const Axis& head) {
  const std::int64_t size = p.extents.query_heads / p.extents.key_heads;
  if (size < 2 || head.whole() || static_cast<std::int64_t>(head.wrong.size()) != size) return "";
  const std::int64_t shared = key_head(p, *head.wrong.begin());
  const bool alike = std::ranges::all_of(head.wrong, [&](std::int64_t h) { return key_head(p, h) == shared; });
  return alike ? fmt::format(" (those of key head {})", shared) : "";
}

}  // namespace

std::string where_errors_sit(const Problem& problem, const std::vector<PlacedError>& errors, double limit) {
  const Axes axes = axes_of(errors, limit);
  if (axes.wrong == 0) return "";
  if (axes.wrong == 1)
    return "one element: " + place_text("out", {*axes.batch.wrong.begin(), *axes.head.wrong.begin(),
                                                *axes.row.wrong.begin(), *axes.column.wrong.begin()});
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : " of ") + part;
  };
  add(phrase_of_columns(axes.column));
  const std::string rows = phrase(axes.row, true);
  add(rows.empty() && (!axes.head.whole() || !text.empty()) ? "every row" : rows);
  const std::string heads = phrase(axes.head, false);
  if (!heads.empty()) add(heads + group_of(problem, axes.head));
  add(phrase(axes.batch, false));
  if (!text.empty() && axes.head.whole() && axes.head.seen.size() > 1) text += ", every head alike";
  return text.empty() ? "all over" : text;
}

}  // namespace assay::properties
