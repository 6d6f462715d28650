// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "properties/cases/plain_number.hpp"
#include "properties/judge/row_bounds.hpp"
#include "reference/error/agreement.hpp"
#include "reference/model/place.hpp"

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
  Comparison(std::string than, const Arithmetic& a, const Arithmetic& b, const Call& original, const Call& changed)
      : than_(std::move(than)),
        original_bounds_(original, a),
        changed_bounds_(changed, b) {}

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
      if (!element("out", changed.out, original.out, pair, c, first.allowed(c) + second.allowed(c), 0)) return false;
    }
    if (same_lse) return true;
    const double allowed = first.allowed_lse() + second.allowed_lse();
    return element("lse", *changed.lse, *original.lse, pair, 0, allowed, pair.lse_offset);
  }

  Verdict verdict() const {
    if (verdict_) return *verdict_;
    if (!seen_) return NoEvidence{"no output that is compared could show anything: rounding may move it anywhere"};
    return Holds{};
  }

 private:
  bool refuse(const std::string& why) {
    verdict_ = NotApplicable{why};
    return false;
  }

  bool element(const char* name, const Tensor& changed, const Tensor& original, const Pair& pair, std::int64_t c,
               double allowed, double offset) {
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
    verdict_ = Violated{evidence(than_, name, index, got, expected + offset, allowed, ratio)};
    return false;
  }

  std::string than_;
  RowBounds original_bounds_;
  RowBounds changed_bounds_;
  bool seen_ = false;
  std::optional<Verdict> verdict_;
};

constexpr const char* original_call = "the first call (index in the second call)";

std::optional<Verdict> run_both(const impls::Kernel& kernel, const Call& original, const Call& changed, Outputs& first,
                                Outputs& second) {
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
bool same_number(const Tensor& a, const Index4& at_a, const Tensor& b, const Index4& at_b) {
  if (a.bits(at_a) == b.bits(at_b)) return true;
  const double first = a.get(at_a), second = b.get(at_b);
  return first == second || (std::isnan(first) && std::isnan(second));
}

/// Visits the related rows, batch first, until one call returns false.
void for_each_pair(const Law& law, const Problem& changed, const std::function<bool(const Pair&)>& visit) {
  const Extents& e = changed.extents;
  for (std::int64_t b = 0; b < e.batch; ++b)
    for (std::int64_t h = 0; h < e.query_heads; ++h)
      for (std::int64_t i = 0; i < e.query_length; ++i) {
        const RowIndex row{b, h, i};
        const auto partner = law.partner(row);
        if (partner && !visit({row, *partner, law.lse_offset(row)})) return;
      }
}

/// The first element in which a row of the changed call differs from its partner.
std::optional<Evidence> first_difference(const char* name, const Tensor& original, const Tensor& changed,
                                         const Pair& pair, const std::string& than) {
  for (std::int64_t c = 0; c < changed.extents()[3]; ++c) {
    const Index4 to = at(pair.changed, c), from = at(pair.original, c);
    if (!same_number(changed, to, original, from))
      return evidence(than + ", exactly", name, to, changed.get(to), original.get(from), 0,
                      std::numeric_limits<double>::infinity());
  }
  return std::nullopt;
}

Verdict equal_rows(const Law& law, const Problem& problem, const Outputs& original, const Outputs& changed,
                   const std::string& than) {
  std::optional<Evidence> difference;
  bool seen = false;
  for_each_pair(law, problem, [&](const Pair& pair) {
    seen = seen || changed.out.extents()[3] > 0;
    difference = first_difference("out", original.out, changed.out, pair, than);
    if (!difference && changed.lse) difference = first_difference("lse", *original.lse, *changed.lse, pair, than);
    return !difference;
  });
  if (difference) return Violated{*difference};
  if (!seen) return NoEvidence{"the output has no element"};
  return Holds{};
}

}  // namespace

Verdict hold_to(const Law& law, const impls::Kernel& kernel, const Call& original, const Call& changed) {
  Outputs first, second;
  if (auto early = run_both(kernel, original, changed, first, second)) return *early;
  Comparison comparison(original_call, stated_arithmetic(kernel, original.problem),
                        stated_arithmetic(kernel, changed.problem), original, changed);
  for_each_pair(law, changed.problem, [&](const Pair& pair) { return comparison.row(pair, first, second); });
  return comparison.verdict();
}

Verdict same_numbers(const impls::Kernel& kernel, const Call& original, const Call& changed, const Law& law) {
  Outputs first, second;
  if (auto early = run_both(kernel, original, changed, first, second)) return *early;
  return equal_rows(law, changed.problem, first, second, original_call);
}

Verdict same_or_within(const impls::Kernel& kernel, const Call& original, const Call& changed) {
  if (kernel.promises().repeatable) return same_numbers(kernel, original, changed);
  return hold_to({}, kernel, original, changed);
}

Verdict same_answer(const impls::Kernel& kernel, const Call& call, const Outputs& got, const Outputs& wanted,
                    const std::string& than) {
  if (kernel.promises().repeatable) return equal_rows({}, call.problem, wanted, got, than);
  const Arithmetic arithmetic = stated_arithmetic(kernel, call.problem);
  Comparison comparison(than, arithmetic, arithmetic, call, call);
  for_each_pair({}, call.problem, [&](const Pair& pair) { return comparison.row(pair, wanted, got); });
  return comparison.verdict();
}

Verdict worse(const Verdict& a, const Verdict& b) {
  return traits_of(kind_of(b)).weight > traits_of(kind_of(a)).weight ? b : a;
}

Evidence evidence(const std::string& law, const std::string& tensor, const Index4& index, double got, double expected,
                  double allowed, double ratio) {
  std::array<char, 200> numbers;
  std::snprintf(numbers.data(), numbers.size(), " = %.9g, %.9g by ", without_idle_sign(got),
                without_idle_sign(expected));
  std::array<char, 60> room;
  std::snprintf(room.data(), room.size(), ", may differ by %.3g", without_idle_sign(allowed));
  Evidence result;
  const bool element = tensor == "out" || tensor == "lse";  // and no quantity of a whole call
  result.what = (element ? place_text(tensor, index) : tensor) + numbers.data() + law + room.data();
  result.tensor = tensor;
  result.index = index;
  result.got = got;
  result.expected = expected;
  result.allowed = allowed;
  result.ratio = ratio;
  return result;
}

}  // namespace assay::properties
