// SPDX-License-Identifier: Apache-2.0
#include "properties/judge/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "properties/judge/adder_check.hpp"
#include "properties/cases/plain_number.hpp"
#include "reference/error/acceptance.hpp"
#include "reference/error/usual/tail.hpp"
#include "reference/model/place.hpp"
#include "reference/model/problem_options.hpp"

namespace assay::properties {
namespace {

using reference::RowBound;
using reference::Target;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t worst_kept = 5;

/// One output element beside what it should be.
struct Element {
  std::string tensor;
  FloatFormat format;
  Index4 index;
  Target target;
  double got;
  std::optional<Target> replay{};  ///< around the output of the declared arithmetic, not around the exact one
};

/// The interval that an element fills most of.
struct Tightest {
  double ratio = 0;
  bool accepted = true;
  bool by_replay = false;
};

Tightest tightest(const Element& e) {
  Tightest t{reference::error_ratio(e.format, e.target, e.got), reference::accepts(e.format, e.target, e.got), false};
  if (!e.replay) return t;
  const double ratio = reference::error_ratio(e.format, *e.replay, e.got);
  const bool accepted = reference::accepts(e.format, *e.replay, e.got);
  if (t.accepted && (!accepted || ratio > t.ratio)) return {ratio, accepted, true};
  return t;
}

Evidence evidence_of(const Element& e, bool by_replay, double ratio) {
  const Target& target = by_replay ? *e.replay : e.target;
  const double got = without_idle_sign(e.got), exact = without_idle_sign(e.target.centre);
  Evidence evidence;
  evidence.what = fmt::format("{} = {}, exact {} +- {:.2g}, allowed {:.3g}", place_text(e.tensor, e.index), got, exact,
                              without_idle_sign(target.radius), target.allowed);
  if (by_replay)
    evidence.what = fmt::format("{} = {}, exact {}, which the declared arithmetic rounds to {} +- {:.3g}",
                                place_text(e.tensor, e.index), got, exact, target.centre, target.allowed);
  evidence.tensor = e.tensor;
  evidence.index = e.index;
  evidence.got = e.got;
  evidence.expected = target.centre;
  evidence.allowed = target.allowed;
  evidence.ratio = ratio;
  evidence.replayed = by_replay;
  return evidence;
}

/// A mistake of Assay is told as such and is no verdict on the kernel.
GaveUp own_fault(const std::string& what) {
  return {"a mistake of Assay, please report it with this case: " + what, "no enclosure was used"};
}

/// Where an element of judgement.worst comes from.
struct Worst {
  std::size_t row;
  bool by_replay;
};

/// Collects elements into a judgement.
class Judge {
 public:
  /// `drawn`: the dropout mask of the reference is what the kernel says that it drew.
  Judge(CaseReference& reference, const Outputs& outputs, const Arithmetic& arithmetic, bool drawn)
      : reference_(reference),
        bounds_(reference.bounds(arithmetic)),
        outputs_(outputs),
        arithmetic_(arithmetic),
        drawn_(drawn) {}

  Judgement judge() {
    for (std::size_t n = 0; n < reference_.row_count() && stop_.empty() && own_fault_.empty(); ++n) judge_row(n);
    explain_worst();
    judgement_.verdict = verdict();
    judgement_.power = power();
    return std::move(judgement_);
  }

 private:
  void judge_row(std::size_t n) {
    const CaseReference::Row& row = reference_.row(n);
    const RowBound& bound = bounds_.row(n);
    if (!bound.refusal.empty()) {
      stop_ = bound.refusal;
      return;
    }
    if (!bound.own_fault.empty()) {
      own_fault_ = fmt::format("{} in row b={} h={} i={}", bound.own_fault, row.data.index.batch, row.data.index.head,
                               row.data.index.query);
      return;
    }
    if (!row.exact.decided) undecided_ = true;
    if (!bound.range.empty()) range_ = bound.range;
    visible_most_ = std::max(visible_most_, row.data.count());
    hides_ = hides_ || static_cast<std::int64_t>(row.data.count()) < row.data.head->key_length;
    if (drawn_) count_dropped(row.data);
    const RowIndex& at = row.data.index;
    for (std::size_t c = 0; c < row.exact.out.size(); ++c) {
      const Index4 index{at.batch, at.head, at.query, static_cast<std::int64_t>(c)};
      const Target target{row.exact.out[c], row.exact.out_radius[c], bound.out[c]};
      Element element{"out", reference_.problem().out, index, target, outputs_.out.get(index)};
      if (!bound.replay.empty()) element.replay = target_of(bound.replay[c], row.exact.out_radius[c]);
      if (is_written(element, outputs_.out) && bound.range.empty()) add(element, judgement_.out, n);
      if (!evidence_seen_) evidence_seen_ = shows_something(row, target, c);
    }
    if (!outputs_.lse) return;
    const Index4 index{at.batch, at.head, at.query, 0};
    const Element element{"lse",
                          outputs_.lse->type().format,
                          index,
                          {row.exact.lse, row.exact.lse_radius, bound.lse},
                          outputs_.lse->get(index)};
    if (is_written(element, *outputs_.lse) && bound.range.empty()) add(element, judgement_.lse, n);
  }

  /// What no query sees may be drawn or not.
  void count_dropped(const reference::RowData& row) {
    weights_ += static_cast<std::int64_t>(row.keep.size());
    dropped_ += std::ranges::count(row.keep, 0);
  }

  /// Of the mask that the kernel says it drew: the reference takes it as given, so nothing else asks for its rate.
  std::optional<Verdict> verdict_of_rate() const {
    const double asked = reference_.problem().dropout.probability;
    const double chance = reference::dropout_rate_tail(weights_, dropped_, asked);
    if (!drawn_ || !(chance < reference::doubtful_below())) return std::nullopt;
    Evidence evidence;
    evidence.what = fmt::format("{} of {} visible weights dropped, asked for at a probability of {}: chance {:.2g}",
                                dropped_, weights_, asked, chance);
    if (chance >= reference::violated_below()) return Doubtful{chance, evidence.what};
    evidence.tensor = "dropout_drawn";
    evidence.got = static_cast<double>(dropped_) / static_cast<double>(weights_);
    evidence.expected = asked;
    evidence.allowed = reference::dropout_rate_slack();
    evidence.ratio = std::fabs(evidence.got - asked) / evidence.allowed;
    return Violated{evidence};
  }

  static Target target_of(const reference::Reals& interval, double radius) {
    const double centre = interval.lower / 2 + interval.upper / 2;
    return {centre, radius, std::max(interval.upper - centre, centre - interval.lower)};
  }

  /// Counts the element. A format with a single NaN cannot tell an unwritten one from one that overflowed.
  bool is_written(const Element& e, const Tensor& tensor) {
    ++seen_;
    if (!e.format.has_infinity() || tensor.bits(e.index) != unwritten_bits(e.format)) return true;
    if (unwritten_.empty()) unwritten_ = place_text(e.tensor, e.index);
    return false;
  }

  /// Not for rows in which something may overflow on the way: infinity times zero is NaN there in a correct kernel
  /// too, so nothing that it returns is evidence.
  void add(const Element& e, ErrorStatistics& statistics, std::size_t row) {
    const Tightest t = tightest(e);
    const double ulps = reference::error_ulp(e.format, e.target, e.got);
    // Where range excuses everything, an error says nothing of the kernel's accuracy.
    if (e.target.allowed < infinity)
      statistics.add({.error = e.got - e.target.centre, .centre = e.target.centre, .ulps = ulps, .ratio = t.ratio});
    violations_ += !t.accepted;
    keep_worst(e, t.by_replay, t.accepted ? std::min(t.ratio, 1.0) : std::max(t.ratio, std::nextafter(1.0, 2.0)), row);
  }

  void keep_worst(const Element& e, bool by_replay, double ratio, std::size_t row) {
    auto& worst = judgement_.worst;
    if (worst.size() == worst_kept && !(ratio > worst.back().ratio)) return;
    const auto place =
        std::upper_bound(worst.begin(), worst.end(), ratio, [](double r, const Evidence& x) { return r > x.ratio; });
    worst_.insert(worst_.begin() + (place - worst.begin()), {row, by_replay});
    worst.insert(place, evidence_of(e, by_replay, ratio));
    if (worst.size() > worst_kept) {
      worst.pop_back();
      worst_.pop_back();
    }
  }

  void explain_worst() {
    for (std::size_t n = 0; n < judgement_.worst.size(); ++n) {
      Evidence& evidence = judgement_.worst[n];
      const CaseReference::Row& row = reference_.row(worst_[n].row);
      if (evidence.tensor == "out" && std::isfinite(evidence.allowed) && std::isfinite(evidence.expected))
        evidence.terms = (worst_[n].by_replay ? reference::explain_replay : reference::explain_bound)(
            row.data, row.exact, arithmetic_, evidence.index[3]);
    }
  }

  /// An element is evidence when what is accepted is smaller than the largest value it could have picked up.
  static bool shows_something(const CaseReference::Row& row, const Target& target, std::size_t feature) {
    const double accepted = target.allowed + target.radius;
    if (!std::isfinite(target.centre) || row.exact.empty) return accepted < infinity;
    for (std::size_t j = 0; j < row.data.count(); ++j)
      if (std::fabs(row.data.value(j)[feature]) > accepted) return true;
    return false;
  }

  Verdict verdict() const {
    if (!own_fault_.empty()) return own_fault(own_fault_);
    if (!stop_.empty()) return NotApplicable{stop_};
    if (!unwritten_.empty()) return Faulted{FaultKind::OutputUnwritten, unwritten_};
    if (violations_ > 0) return Violated{judgement_.worst.front()};
    if (const std::optional<Verdict> rate = verdict_of_rate()) return *rate;
    if (seen_ == 0) return NoEvidence{"the output has no element"};
    if (!evidence_seen_ && !range_.empty()) return NoEvidence{"range: " + range_};
    if (!evidence_seen_) return NoEvidence{"the bound is at least as large as every visible value"};
    if (undecided_)
      return GaveUp{"the reference reached its precision cap in some row", "enclosures were used as they stood"};
    return Holds{};
  }

  std::string power() const {
    std::string notes;
    const auto note = [&](const std::string& text) { notes += (notes.empty() ? "" : "; ") + text; };
    if (!range_.empty()) note("rows left out by range: " + range_);
    if (visible_most_ <= 1) note("no row sees more than one key: scores do not matter");
    if (is_masked(reference_.problem()) && !hides_) note("the masks hide nothing");
    return notes;
  }

  CaseReference& reference_;
  CaseReference::Bounds& bounds_;
  const Outputs& outputs_;
  const Arithmetic& arithmetic_;
  const bool drawn_;
  std::int64_t weights_ = 0;
  std::int64_t dropped_ = 0;
  Judgement judgement_;
  std::vector<Worst> worst_;
  std::string stop_;
  std::string own_fault_;
  std::string range_;
  std::string unwritten_;
  std::int64_t seen_ = 0;
  std::int64_t violations_ = 0;
  std::size_t visible_most_ = 0;
  bool hides_ = false;
  bool evidence_seen_ = false;
  bool undecided_ = false;
};

Judgement judge_with_mask(CaseReference& reference, const Outputs& outputs, const Arithmetic& arithmetic,
                          InputOrigin origin, bool drawn) {
  Judgement judgement = Judge(reference, outputs, arithmetic, drawn).judge();
  if (!std::holds_alternative<Holds>(judgement.verdict)) return judgement;
  if (const auto mismatch = adder_mismatch(reference, outputs, arithmetic)) {
    judgement.verdict = *mismatch;
    return judgement;
  }
  if (origin != InputOrigin::Natural) return judgement;
  judgement.size = error_size(reference, outputs, arithmetic);
  if (!judgement.size.own_fault.empty()) {
    judgement.verdict = own_fault(judgement.size.own_fault);
    return judgement;
  }
  if (judgement.size.doubt) judgement.verdict = *judgement.size.doubt;
  if (!judgement.size.structured) return judgement;
  if (!judgement.power.empty()) judgement.power += "; ";
  judgement.power += "few different scores: the usual size of errors was estimated as if keys shared them";
  return judgement;
}

}  // namespace

Judgement judge(CaseReference& reference, const Outputs& outputs, const Arithmetic& arithmetic, InputOrigin origin) {
  if (!outputs.dropout_drawn) return judge_with_mask(reference, outputs, arithmetic, origin, false);
  Problem problem = reference.problem();
  Inputs inputs = reference.inputs();
  Outputs rest = outputs;
  problem.dropout.mask_given = true;
  inputs.dropout_keep.swap(rest.dropout_drawn);
  rest.dropout_drawn.reset();
  CaseReference given(problem, inputs);
  return judge_with_mask(given, rest, arithmetic, origin, true);
}

Judgement judge(const Problem& problem, const Inputs& inputs, const Outputs& outputs, const Arithmetic& arithmetic,
                InputOrigin origin) {
  CaseReference reference(problem, inputs);
  return judge(reference, outputs, arithmetic, origin);
}

}  // namespace assay::properties
