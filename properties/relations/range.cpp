// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/range.hpp"

#include <algorithm>
#include <cmath>

#include "properties/relations/compare.hpp"

namespace assay::properties {
namespace {

struct Row {
  const BoundedRow& row;
  const Outputs& outputs;
};

constexpr const char* nothing_shown =
    "no output could show anything: the claim leaves it out, it is infinite or NaN by definition, or rounding may move "
    "it anywhere";

/// The verdict on one row: Holds when something was claimed and stood.
Verdict hold_row(const std::string& law, const Range& range, const Row& at) {
  Verdict verdict = NoEvidence{nothing_shown};
  const RowIndex& r = at.row.data.index;
  const Tensor& out = at.outputs.out;
  for (std::int64_t c = 0; c < out.extents()[3]; ++c) {
    const double allowed = at.row.allowed(c);
    const auto claimed = range(at.row, c);
    // Where the definition itself gives NaN or an infinity (visible NaN, overflowed inputs) no range is
    // claimed.
    const bool finite = std::isfinite(at.row.exact.out[static_cast<std::size_t>(c)]);
    if (!claimed || !finite || std::isinf(allowed)) continue;
    const Index4 index{r.batch, r.head, r.query, c};
    const double got = out.get(index);
    const double ratio = reference::disagreement(reference::rounding_cell(out.type().format, got), *claimed, allowed);
    if (!(ratio <= 1)) {
      const double nearest = got < claimed->lower ? claimed->lower : claimed->upper;
      return Violated{evidence(law, "out", index, got, nearest, allowed, ratio)};
    }
    verdict = Holds{};
  }
  return verdict;
}

}  // namespace

Verdict hold_outputs(const std::string& law, const Range& range, const RowBounds& bounds, const Outputs& outputs) {
  Verdict verdict = NoEvidence{"no query sees a key"};
  for (const RowIndex& index : bounds.indices()) {
    const BoundedRow row = bounds.row(index);
    if (!row.bound.refusal.empty()) return NotApplicable{row.bound.refusal};
    if (row.exact.empty) continue;
    const Verdict of_row = hold_row(law, range, {row, outputs});
    verdict = std::holds_alternative<NoEvidence>(verdict) ? of_row : worse(verdict, of_row);
    if (is_bad(verdict)) return verdict;
  }
  return verdict;
}

Verdict hold_outputs(const std::string& law, const Range& range, const impls::Kernel& kernel, const Call& call) {
  Ran ran = run(kernel, call);
  if (auto* fault = std::get_if<Faulted>(&ran)) return *fault;
  return hold_outputs(law, range, RowBounds(call, stated_arithmetic(kernel, call.problem)), std::get<Outputs>(ran));
}

}  // namespace assay::properties
