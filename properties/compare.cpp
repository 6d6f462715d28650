// SPDX-License-Identifier: Apache-2.0
#include "properties/compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "properties/row_bounds.hpp"
#include "reference/error/agreement.hpp"

namespace assay::properties {
namespace {

using reference::disagreement;
using reference::rounding_cell;

/// Two rows of output, related by a law.
struct Pair {
  RowIndex changed;
  RowIndex original;
  double lse_offset;
};

Index4 at(const RowIndex& row, std::int64_t feature) { return {row.batch, row.head, row.query, feature}; }

/// Whether the rows need no bound at all: some number rounds to both stored values (the second moved by the
/// offset).
bool cells_meet(const Tensor& changed, const Tensor& original, const Pair& pair, double offset) {
  const FloatFormat& format = changed.type().format;
  for (std::int64_t c = 0; c < changed.extents()[3]; ++c) {
    const Index4 to = at(pair.changed, c), from = at(pair.original, c);
    if (offset == 0 && changed.bits(to) == original.bits(from)) continue;
    const auto moved = reference::sum(rounding_cell(format, original.get(from)), {offset, offset});
    if (disagreement(rounding_cell(format, changed.get(to)), moved, 0) > 0) return false;
  }
  return true;
}

/// Compares the outputs of two calls row by row; bounds are computed only where values differ, for they cost
/// more than the kernels.
class Comparison {
 public:
  Comparison(const Arithmetic& a, const Arithmetic& b, const Call& original, const Call& changed)
      : original_bounds_(original, a), changed_bounds_(changed, b) {}

  /// True while the law stands.
  bool row(const Pair& pair, const Outputs& original, const Outputs& changed) {
    const bool same_out = cells_meet(changed.out, original.out, pair, 0);
    const bool same_lse = !changed.lse || cells_meet(*changed.lse, *original.lse, pair, pair.lse_offset);
    if (same_out && same_lse) return seen_ = true;
    const BoundedRow first = original_bounds_.row(pair.original);
    const BoundedRow second = changed_bounds_.row(pair.changed);
    for (const BoundedRow* side : {&first, &second}) {
      if (!side->bound.refusal.empty()) return refuse(side->bound.refusal);
    }
    for (std::int64_t c = 0; !same_out && c < changed.out.extents()[3]; ++c) {
      if (!element("out", changed.out, original.out, pair, c, first.allowed(c) + second.allowed(c), 0))
        return false;
    }
    if (same_lse) return true;
    const double allowed = first.allowed_lse() + second.allowed_lse();
    return element("lse", *changed.lse, *original.lse, pair, 0, allowed, pair.lse_offset);
  }

  Verdict verdict() const {
    if (verdict_) return *verdict_;
    if (!seen_) return NoEvidence{"no row that the law relates has a finite bound"};
    return Holds{};
  }

 private:
  bool refuse(const std::string& why) {
    verdict_ = NotApplicable{why};
    return false;
  }

  bool element(const char* name, const Tensor& changed, const Tensor& original, const Pair& pair,
               std::int64_t c, double allowed, double offset) {
    if (std::isinf(allowed)) return true;
    seen_ = true;
    const FloatFormat& format = changed.type().format;
    const Index4 index = at(pair.changed, c);
    const double got = changed.get(index);
    const double expected = original.get(at(pair.original, c));
    auto cell = rounding_cell(format, expected);
    if (offset != 0) cell = reference::sum(cell, {offset, offset});
    const double ratio = disagreement(rounding_cell(format, got), cell, allowed);
    if (ratio <= 1) return true;
    verdict_ = Violated{evidence("the original call", name, index, got, expected + offset, allowed, ratio)};
    return false;
  }

  RowBounds original_bounds_;
  RowBounds changed_bounds_;
  bool seen_ = false;
  std::optional<Verdict> verdict_;
};

std::optional<Verdict> run_both(const impls::Kernel& kernel, const Call& original, const Call& changed,
                                Outputs& first, Outputs& second) {
  if (const auto takes = kernel.supports(changed.problem); !takes) {
    return NotApplicable{"the kernel refuses the changed call: " + takes.refusal};
  }
  for (const auto& [call, outputs] : {std::pair{&original, &first}, std::pair{&changed, &second}}) {
    Ran ran = run(kernel, *call);
    if (auto* fault = std::get_if<Faulted>(&ran)) return *fault;
    *outputs = std::get<Outputs>(std::move(ran));
  }
  return std::nullopt;
}

/// Bits first: most are equal, and decoding costs more.
bool same_number(const Tensor& a, const Tensor& b, const Index4& index) {
  if (a.bits(index) == b.bits(index)) return true;
  const double first = a.get(index), second = b.get(index);
  return first == second || (std::isnan(first) && std::isnan(second));
}

int rank(const Verdict& verdict) {
  // Order of the alternatives: Holds, Doubtful, Violated, Faulted, NoEvidence, NotApplicable, GaveUp.
  constexpr std::array<int, 7> ranks{2, 4, 5, 6, 1, 0, 3};
  return ranks[verdict.index()];
}

}  // namespace

Verdict hold_to(const Law& law, const impls::Kernel& kernel, const Call& original, const Call& changed) {
  Outputs first, second;
  if (auto early = run_both(kernel, original, changed, first, second)) return *early;
  Comparison comparison(stated_arithmetic(kernel, original.problem), stated_arithmetic(kernel, changed.problem),
                        original, changed);
  const Extents& e = changed.problem.extents;
  for (std::int64_t b = 0; b < e.batch; ++b) {
    for (std::int64_t h = 0; h < e.query_heads; ++h) {
      for (std::int64_t i = 0; i < e.query_length; ++i) {
        const RowIndex row{b, h, i};
        const auto partner = law.partner(row);
        if (partner && !comparison.row({row, *partner, law.lse_offset(row)}, first, second))
          return comparison.verdict();
      }
    }
  }
  return comparison.verdict();
}

Verdict same_numbers(const impls::Kernel& kernel, const Call& original, const Call& changed) {
  Outputs first, second;
  if (auto early = run_both(kernel, original, changed, first, second)) return *early;
  std::optional<Verdict> verdict;
  const auto compare = [&](const std::string& name, const Tensor& a, const Tensor& b) {
    for_each_index(a.extents(), [&](const Index4& index) {
      if (verdict || same_number(a, b, index)) return;
      verdict = Violated{evidence("the original call, exactly", name, index, b.get(index), a.get(index), 0,
                                  std::numeric_limits<double>::infinity())};
    });
  };
  compare("out", first.out, second.out);
  if (first.lse) compare("lse", *first.lse, *second.lse);
  if (verdict) return *verdict;
  if (first.out.size() == 0) return NoEvidence{"the output has no element"};
  return Holds{};
}

Verdict worse(const Verdict& a, const Verdict& b) { return rank(b) > rank(a) ? b : a; }

Evidence evidence(const std::string& law, const std::string& tensor, const Index4& index, double got,
                  double expected, double allowed, double ratio) {
  std::array<char, 200> numbers;
  std::snprintf(numbers.data(), numbers.size(), " = %.9g, %.9g by ", got, expected);
  std::array<char, 60> room;
  std::snprintf(room.data(), room.size(), ", may differ by %.3g", allowed);
  Evidence result;
  result.what = tensor + to_text(index) + numbers.data() + law + room.data();
  result.tensor = tensor;
  result.index = index;
  result.got = got;
  result.expected = expected;
  result.allowed = allowed;
  result.ratio = ratio;
  return result;
}

}  // namespace assay::properties
