// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "properties/relations/compare.hpp"
#include "properties/relations/one_hot.hpp"
#include "properties/property.hpp"
#include "properties/judge/row_bounds.hpp"
#include "reference/error/agreement.hpp"
#include "reference/error/usual/tail.hpp"

namespace assay::properties::laws {
namespace {

/// What the weights read off one or more blocks say about dropping. Only weights count that cannot be zero when
/// they are kept.
struct Tally {
  std::int64_t weights = 0;
  std::int64_t dropped = 0;
  double kept_sum = 0;        ///< of the outputs
  double expected_sum = 0;    ///< of the true weights: what survivors scaled by 1/(1-p) come to on average
  double allowed_sum = 0;     ///< of rounding errors
  double squared_widths = 0;  ///< of each term's range, 0 to weight/(1-p)
};

/// The same block with a given mask that keeps everything: each weight times 1/(1-p), and its bound.
Call all_kept(const Call& block) {
  Call kept = block;
  kept.problem.dropout.mask_given = true;
  const Problem& p = kept.problem;
  kept.inputs.dropout_keep = Tensor(ElementType::boolean(), broadcast_extents(p, Broadcast{{true, true, true, true}}));
  for_each_index(kept.inputs.dropout_keep->extents(),
                 [&](const Index4& index) { kept.inputs.dropout_keep->set(index, 1); });
  return kept;
}

/// Count one weight; violated when it was kept at a wrong size.
Verdict count(Tally& tally, const BoundedRow& row, const Index4& at, double got, const Problem& problem) {
  const auto c = static_cast<std::size_t>(at[3]);
  const double full = row.exact.out[c];
  const double allowed = row.allowed(at[3]);
  if (!std::isfinite(full) || !(round_to(problem.out, full - allowed) > 0)) return Holds{};
  ++tally.weights;
  tally.expected_sum += full * (1 - problem.dropout.probability);
  tally.squared_widths += full * full;
  tally.dropped += got == 0;
  if (got == 0) return Holds{};
  tally.kept_sum += got;
  tally.allowed_sum += allowed + ulp(problem.out, full);
  const auto radius = row.exact.out_radius[c];
  const double ratio =
      reference::disagreement(reference::rounding_cell(problem.out, got), {full - radius, full + radius}, allowed);
  if (ratio <= 1) return Holds{};
  return Violated{
      evidence("a kept weight times 1/(1-p) (called with one-hot values)", "out", at, got, full, allowed, ratio)};
}

Verdict tally_block(Tally& tally, const impls::Kernel& kernel, const Call& block, std::int64_t first) {
  Ran ran = run(kernel, block);
  if (auto* fault = std::get_if<Faulted>(&ran)) return *fault;
  const Call kept = all_kept(block);
  const RowBounds bounds(kept, stated_arithmetic(kernel, block.problem));
  const std::int64_t columns = std::min(block.problem.extents.value_dim, block.problem.extents.key_length - first);
  for (const RowIndex& index : bounds.indices()) {
    const BoundedRow row = bounds.row(index);
    if (!row.bound.refusal.empty()) return NotApplicable{row.bound.refusal};
    for (std::int64_t c = 0; !row.exact.empty && c < columns; ++c) {
      const Index4 at{index.batch, index.head, index.query, c};
      const Verdict verdict = count(tally, row, at, std::get<Outputs>(ran).out.get(at), block.problem);
      if (is_bad(verdict)) return verdict;
    }
  }
  return Holds{};
}

Verdict by_probability(double probability, const std::string& what, double got, double expected, double allowed) {
  if (probability < reference::violated_below()) {
    return Violated{evidence(what, "dropout", {}, got, expected, allowed, std::abs(got - expected) / allowed)};
  }
  if (probability < reference::doubtful_below()) return Doubtful{probability, what};
  return Holds{};
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  Tally tally;
  const Verdict scale = for_each_block(
      kernel, call, [&](const Call& block, std::int64_t first) { return tally_block(tally, kernel, block, first); });
  if (!std::holds_alternative<Holds>(scale)) return scale;
  if (tally.weights == 0) return NoEvidence{"no weight is surely above zero"};
  const double p = call.problem.dropout.probability;
  const double slack = reference::dropout_rate_slack();
  const Verdict rate =
      by_probability(reference::dropout_rate_tail(tally.weights, tally.dropped, p), "the rate asked for",
                     static_cast<double>(tally.dropped) / static_cast<double>(tally.weights), p, slack);
  const double explained = tally.allowed_sum + slack / (1 - p) * tally.expected_sum;
  const double beyond = std::abs(tally.kept_sum - tally.expected_sum) - explained;
  const Verdict expectation =
      by_probability(reference::hoeffding_tail(beyond, tally.squared_widths), "the sum expected of all weights",
                     tally.kept_sum, tally.expected_sum, explained);
  return worse(rate, expectation);
}

impls::Support applies(const Problem& problem) {
  if (!problem.dropout.training) return impls::Support::no("nothing is dropped in evaluation mode");
  if (problem.dropout.mask_given) return impls::Support::no("the mask is given, so the reference judges it");
  return impls::Support::yes();
}

}  // namespace

Property dropout_statistics() {
  return {"dropout_statistics",
          "A kernel that draws its own mask drops at the rate asked for, scales survivors by 1/(1-p), and "
          "keeps the expected sum.",
          "Srivastava et al., JMLR 15 (2014), in the inverted form; tails are exact binomial and Hoeffding "
          "probabilities.",
          applies, check};
}

}  // namespace assay::properties::laws
