// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/judge/row_bounds.hpp"
#include "properties/relations/variants.hpp"

namespace assay::properties::laws {
namespace {

/// A call of the sequence and what it has to give: the answer of a fresh kernel, or the first one seen.
struct Step {
  Variant variant;
  std::optional<Outputs> answer{};
  bool fresh = false;
};

bool same_bits(const Tensor& a, const Tensor& b, const RowIndex& row) {
  for (std::int64_t c = 0; c < a.extents()[3]; ++c) {
    const Index4 index{row.batch, row.head, row.query, c};
    if (a.bits(index) != b.bits(index)) return false;
  }
  return true;
}

/// Calls a kernel again and again in the same memory.
class Sequence {
 public:
  Sequence(const impls::Kernel& kernel, const Call& call) : kernel_(kernel) {
    steps_.push_back({{"unchanged", call}});
    for (Variant& variant : same_shape_variants(call)) add(std::move(variant));
    same_shapes_ = steps_.size();
    add(longer(call));
    add(shorter(call));
  }

  Verdict run() {
    for (const std::size_t n : order())
      if (auto verdict = step(steps_[n])) return *verdict;
    return verdict();
  }

 private:
  void add(Variant variant) {
    if (kernel_.supports(variant.call.problem)) steps_.push_back({std::move(variant)});
  }

  /// All changes in one shape, then through the shapes, so that each call comes back behind another one.
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> order;
    for (std::size_t n = 0; n < same_shapes_; ++n) order.push_back(n);
    const std::size_t changed = same_shapes_ - 1, shortest = steps_.size() - 1;
    const std::size_t longest = std::min(same_shapes_, shortest);
    order.insert(order.end(), {0, longest, shortest, changed, longest, 0, shortest, 0});
    return order;
  }

  /// Nothing while the claim stands.
  std::optional<Verdict> step(Step& step) {
    const Call& call = step.variant.call;
    Ran ran = properties::run(kernel_, call, memory_);
    if (auto* fault = std::get_if<Faulted>(&ran)) return *fault;
    const Outputs& got = std::get<Outputs>(ran);
    ++calls_;
    if (!step.answer) {
      const auto fresh = kernel_.fresh();
      Ran answer = fresh ? properties::run(*fresh, call) : std::move(ran);
      if (auto* fault = std::get_if<Faulted>(&answer)) return *fault;
      step.answer = std::get<Outputs>(std::move(answer));
      step.fresh = fresh != nullptr;
      if (!fresh) return stale(step);
    }
    const std::string witness = step.fresh ? "a fresh process" : "its first answer";
    const Verdict verdict = same_answer(kernel_, call, got, *step.answer, witness + " (" + where(step) + ")");
    if (is_bad(verdict)) return verdict;
    return std::nullopt;
  }

  /// In a process that can remember, the first answer to a changed call is suspect where the change must show and does
  /// not. The reference decides; it is no witness where it refutes the answer to the unchanged call too.
  std::optional<Verdict> stale(const Step& step) const {
    const Step& first = steps_.front();
    for (const RowIndex& row : step.variant.rows) {
      if (!same_bits(step.answer->out, first.answer->out, row)) continue;
      const auto off = outside(step, row);
      if (!off || outside(first, row)) continue;
      const std::string law = "the reference (" + where(step) + "; it got the unchanged call's answer)";
      return Violated{evidence(law, off->tensor, off->index, off->got, off->expected, off->allowed, off->ratio)};
    }
    return std::nullopt;
  }

  std::optional<Evidence> outside(const Step& step, const RowIndex& row) const {
    const Call& call = step.variant.call;
    return RowBounds(call, stated_arithmetic(kernel_, call.problem)).first_outside(row, *step.answer);
  }

  std::string where(const Step& step) const {
    return "call " + std::to_string(calls_) + " of a sequence: " + step.variant.what;
  }

  Verdict verdict() const {
    const Outputs& first = *steps_.front().answer;
    if (first.out.size() == 0) return NoEvidence{"the output has no element"};
    const auto shows = [&](const Step& step) { return !(*step.answer == first); };
    if (std::none_of(steps_.begin(), steps_.end(), shows))
      return NoEvidence{"every call of the sequence gives the same"};
    return Holds{};
  }

  const impls::Kernel& kernel_;
  std::vector<Step> steps_;
  std::size_t same_shapes_ = 0;
  Memory memory_;
  int calls_ = 0;
};

Verdict check(const impls::Kernel& kernel, const Call& call) { return Sequence(kernel, call).run(); }

}  // namespace

Property stateless() {
  return {"stateless",
          "Earlier calls change nothing: other data at the same addresses, other masks, longer and shorter shapes.",
          "Masks and plans cached by shape or address, workspaces that are not cleared: "
          "https://github.com/ml-explore/mlx/pull/3071, https://github.com/openvinotoolkit/openvino/pull/37381, "
          "https://github.com/tenstorrent/tt-metal/issues/39910.",
          known_dropout, check};
}

}  // namespace assay::properties::laws
