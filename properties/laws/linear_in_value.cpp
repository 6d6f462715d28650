// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/judge/row_bounds.hpp"
#include "reference/error/agreement.hpp"

namespace assay::properties::laws {
namespace {

/// V with even keys times `even` and odd keys times `odd`; factors of -1, 0, 1 are exact in every format.
Call weighted(const Call& call, double even, double odd) {
  Call changed = call;
  Tensor& value = changed.inputs.value;
  for_each_index(value.extents(), [&](const Index4& index) {
    const double factor = index[2] % 2 == 0 ? even : odd;
    value.set(index, factor == 0 ? 0 : factor * value.get(index));
  });
  return changed;
}

/// One call with its outputs and bounds; the bounds refer to the call, so it stays where it is.
struct Side {
  Side(const impls::Kernel& kernel, Call made)
      : call(std::move(made)),
        ran(run(kernel, call)),
        bounds(call, stated_arithmetic(kernel, call.problem)) {}
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;
  const Tensor& out() const { return std::get<Outputs>(ran).out; }

  Call call;
  Ran ran;
  RowBounds bounds;
};

using Sides = std::array<const Side*, 3>;

/// What a column shows: the distance of the two sides' cells is measured against `allowed`.
struct Column {
  std::array<double, 3> got;
  double ratio(const FloatFormat& format, double allowed) const {
    const auto minus = reference::scaled(reference::rounding_cell(format, got[1]), -1);
    const auto expected = reference::sum(reference::rounding_cell(format, got[2]), minus);
    return reference::disagreement(reference::rounding_cell(format, got[0]), expected, allowed);
  }
};

Column column(const Sides& sides, const Index4& at) {
  return {{sides[0]->out().get(at), sides[1]->out().get(at), sides[2]->out().get(at)}};
}

/// O(V2 - V1) = O(V2) - O(V1) at one row.
Verdict hold_row(const Sides& sides, const RowIndex& index) {
  const std::array rows{sides[0]->bounds.row(index), sides[1]->bounds.row(index), sides[2]->bounds.row(index)};
  if (!rows[0].bound.refusal.empty()) return NotApplicable{rows[0].bound.refusal};
  if (rows[0].exact.empty) return NoEvidence{"the row is empty"};
  const FloatFormat& format = sides[0]->out().type().format;
  Verdict verdict = NoEvidence{"no output of the row could show anything: rounding may move it anywhere"};
  for (std::int64_t c = 0; c < sides[0]->out().extents()[3]; ++c) {
    double allowed = 0;
    for (const BoundedRow& row : rows) {
      const bool finite = std::isfinite(row.exact.out[static_cast<std::size_t>(c)]);
      allowed += finite ? row.allowed(c) : std::numeric_limits<double>::infinity();
    }
    if (!std::isfinite(allowed)) continue;
    const Index4 at{index.batch, index.head, index.query, c};
    const Column seen = column(sides, at);
    const double ratio = seen.ratio(format, allowed);
    if (!(ratio <= 1)) {
      return Violated{evidence("O(V2) - O(V1) (called with V2 - V1)", "out", at, seen.got[0], seen.got[2] - seen.got[1],
                               allowed, ratio)};
    }
    verdict = Holds{};
  }
  return verdict;
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  if (call.problem.extents.key_length < 2) return NoEvidence{"fewer than two keys"};
  const Side difference(kernel, weighted(call, -1, 1));
  const Side even(kernel, weighted(call, 1, 0));
  const Side odd(kernel, weighted(call, 0, 1));
  const Sides sides{&difference, &even, &odd};
  for (const Side* side : sides) {
    if (const auto* fault = std::get_if<Faulted>(&side->ran)) return *fault;
  }
  Verdict verdict = NoEvidence{"no output could show anything: rounding may move it anywhere"};
  for (const RowIndex& index : difference.bounds.indices()) {
    verdict = worse(verdict, hold_row(sides, index));
    if (is_bad(verdict)) break;
  }
  return verdict;
}

}  // namespace

Property linear_in_value() {
  return {"linear_in_value", "O(V2 - V1) = O(V2) - O(V1), with V1 on the even keys and V2 on the odd ones.",
          "The output is a sum over keys of weight times value; the weights do not know the values.", known_dropout,
          check};
}

}  // namespace assay::properties::laws
