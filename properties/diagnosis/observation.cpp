// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/observation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "reference/error/acceptance.hpp"
#include "reference/error/bound.hpp"
#include "reference/exact/double_tier.hpp"

namespace assay::properties {
namespace {

using reference::RowData;
using reference::RowResult;
using reference::Target;

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Rows looked at: many of short ones, few of long ones.
std::size_t rows_most(const Extents& e) {
  constexpr std::int64_t products = 1 << 19;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(
      products / std::max<std::int64_t>(1, e.key_length * (e.head_dim + e.value_dim)), 24, 192));
}

/// Distance of the exact number from the reals that are cut to `got`, over what is allowed.
double cut_ratio(const FloatFormat& format, const Target& target, double got) {
  if (!std::isfinite(got) || !std::isfinite(target.centre)) return reference::error_ratio(format, target, got);
  const double low = std::fabs(got), high = low + ulp(format, got);
  const double size = got * target.centre < 0 ? -std::fabs(target.centre) : std::fabs(target.centre);
  const double distance = std::max({low - size, size - high, 0.0}), room = target.allowed + target.radius;
  return distance == 0 ? 0 : room > 0 ? distance / room : infinity;
}

bool is_finite(const ObservedRow& row) {
  return std::ranges::all_of(row.got, [](double x) { return std::isfinite(x); });
}

Target target_of(const reference::Reals& interval) {
  const double centre = interval.lower / 2 + interval.upper / 2;
  return {centre, 0, std::max(interval.upper - centre, centre - interval.lower)};
}

/// A kernel that wrongly takes a row for one without keys may return zeros or divide them, against the convention.
bool leave_empty(const std::vector<double>& got, Prediction& p) {
  const bool divided = std::ranges::all_of(got, [](double x) { return std::isnan(x); });
  const bool zero = std::ranges::all_of(got, [](double x) { return x == 0; });
  const bool as_agreed = std::isnan(p.out.front()) ? divided : zero && p.out.front() == 0;
  if (as_agreed || !(divided || zero)) return false;
  p.out = got;
  return true;
}

std::tuple<bool, double, double> closeness(const Explanation& e) { return {!e.differs, e.residual, e.size}; }

}  // namespace

struct Observation::Residual {
  double largest = 0;
  double square_sum = 0;
  std::int64_t count = 0;
  void add(double ratio) {
    largest = std::max(largest, ratio);
    square_sum += ratio * ratio;
    ++count;
  }
  double size() const { return count == 0 ? infinity : std::sqrt(square_sum / static_cast<double>(count)); }
};

Observation::Observation(const Call& call, const Outputs& outputs, const Arithmetic& arithmetic)
    : call_(call),
      outputs_(outputs),
      arithmetic_(arithmetic) {
  const reference::CaseRows rows(call_.problem, call_.inputs);
  std::vector<std::pair<double, RowIndex>> all;
  std::vector<PlacedError> errors;
  for (const RowIndex& index : rows.indices()) {
    const Observed observed = observe(rows, index);
    out_violated_ = out_violated_ || observed.row.worst > 1;
    all.emplace_back(std::max(observed.row.worst, observed.lse), index);
    place(observed, errors);
  }
  // The worst third, and others evenly: a name must explain what is right as well.
  std::ranges::stable_sort(all, std::greater(), &std::pair<double, RowIndex>::first);
  violated_ = !all.empty() && all.front().first > 1;
  where_ = where_errors_sit(call_.problem, errors, 1);
  const std::size_t most = rows_most(call_.problem.extents), worst = std::min(all.size(), most / 3);
  const std::size_t rest = std::max<std::size_t>(1, (all.size() - worst) / (most - worst));
  for (std::size_t n = 0; n < all.size(); n += n < worst ? 1 : rest) {
    rows_.push_back(observe(rows, all[n].second).row);
    asked_.push_back(predict(rows_.back().data, rows_.back().exact));
  }
}

std::optional<Explanation> Observation::ask(const Suspect& suspect, double limit) const {
  std::optional<Explanation> best;
  bool left_open = false;
  for (int variant = 0; variant < suspect.variants; ++variant) {
    if (best && best->differs) limit = std::clamp(best->residual, 1.0, limit);
    const auto found = ask(suspect, variant, limit);
    left_open = left_open || !found;
    if (found && (!best || closeness(*found) < closeness(*best))) best = found;
  }
  // A rounding that overflows where the outputs did, and leaves nothing else to compare, may be it.
  if (suspect.is_arithmetic() && left_open && best && best->residual == infinity) return std::nullopt;
  return best;
}

Observation::Observed Observation::observe(const reference::CaseRows& rows, const RowIndex& index) const {
  Observed seen{{rows.row(index), {}, {}, 0}, 0, {}};
  seen.row.exact = reference::enclose(seen.row.data);
  for (std::int64_t c = 0; c < call_.problem.extents.value_dim; ++c) seen.row.got.push_back(out(index, c));
  const Prediction asked = predict(seen.row.data, seen.row.exact);
  seen.row.worst = compare(asked, index, false, &seen.of_out).largest;
  seen.lse = lse_ratio(asked, index);
  return seen;
}

/// A row of which the log-sum-exp alone is wrong counts as a whole.
void Observation::place(const Observed& seen, std::vector<PlacedError>& errors) const {
  const RowIndex& at = seen.row.data.index;
  const double least = seen.row.worst > 1 ? 0 : seen.lse;
  for (std::size_t c = 0; c < seen.of_out.size(); ++c)
    errors.push_back({at.batch, at.head, at.query, static_cast<std::int64_t>(c), std::max(seen.of_out[c], least)});
}

double Observation::out(const RowIndex& row, std::int64_t c) const {
  return outputs_.out.get({row.batch, row.head, row.query, c});
}

Prediction Observation::predict(const RowData& row, const RowResult& exact) const {
  const reference::RowBound bound = reference::bound_row(row, exact, arithmetic_);
  Prediction p{exact.out, bound.out, bound.replay, exact.lse, bound.lse + exact.lse_radius};
  for (std::size_t c = 0; c < p.out.size(); ++c) p.out_allowed[c] += exact.out_radius[c];
  if (!bound.refusal.empty()) p.out_allowed.assign(p.out.size(), infinity);
  return p;
}

Observation::Residual Observation::compare(const Prediction& p, const RowIndex& at, bool truncates,
                                           std::vector<double>* each) const {
  Residual residual;
  const FloatFormat& format = outputs_.out.type().format;
  if (each) each->assign(p.out.size(), 0);
  for (std::size_t c = 0; c < p.out.size(); ++c) {
    if (p.out_allowed[c] == infinity) continue;
    const Target target{p.out[c], 0, p.out_allowed[c]};
    const double got = out(at, static_cast<std::int64_t>(c));
    const auto ratio_to = truncates ? cut_ratio : reference::error_ratio;
    double ratio = ratio_to(format, target, got);
    if (!p.replay.empty()) ratio = std::max(ratio, ratio_to(format, target_of(p.replay[c]), got));
    residual.add(ratio);
    if (each) (*each)[c] = ratio;
  }
  return residual;
}

/// Whether a prediction is outside the bound of another somewhere.
bool Observation::leaves_bound(const Prediction& asked, const Prediction& p) const {
  const FloatFormat exact = dtype("fp64");
  for (std::size_t c = 0; c < p.out.size(); ++c)
    if (reference::error_ratio(exact, {asked.out[c], 0, asked.out_allowed[c]}, p.out[c]) > 1) return true;
  return outputs_.lse && reference::error_ratio(exact, {asked.lse, 0, asked.lse_allowed}, p.lse) > 1;
}

double Observation::lse_ratio(const Prediction& p, const RowIndex& at) const {
  if (!outputs_.lse || p.lse_allowed == infinity) return 0;
  const double got = outputs_.lse->get({at.batch, at.head, at.query, 0});
  return reference::error_ratio(outputs_.lse->type().format, {p.lse, 0, p.lse_allowed}, got);
}

std::optional<Explanation> Observation::ask(const Suspect& suspect, int variant, double limit) const {
  if (suspect.is_arithmetic() && !out_violated_) return std::nullopt;
  if (suspect.fit) return fitted(suspect, variant);
  if (suspect.replay) return replayed(suspect, variant);
  return within_bounds(suspect, variant, suspect.truncates ? infinity : limit);
}

std::optional<Explanation> Observation::fitted(const Suspect& suspect, int variant) const {
  if (!std::ranges::all_of(rows_, is_finite)) return Explanation{&suspect, variant, infinity, infinity};
  if (std::ranges::any_of(rows_, [](const ObservedRow& row) { return row.exact.empty; })) return std::nullopt;
  const double residual = suspect.fit(rows_);
  if (residual == infinity) return std::nullopt;
  return Explanation{&suspect, variant, residual, residual};
}

std::optional<Explanation> Observation::replayed(const Suspect& suspect, int variant) const {
  Residual from_replay, from_exact;
  for (const ObservedRow& row : rows_) {
    const std::vector<double> centre = suspect.replay(row.data, row.exact, variant);
    for (std::size_t c = 0; c < centre.size(); ++c) {
      const double got = row.got[c], unit = ulp(outputs_.out.type().format, got);
      if (std::isfinite(got) != std::isfinite(centre[c])) return Explanation{&suspect, variant, infinity, infinity};
      if (!std::isfinite(got)) continue;
      // The output's own rounding says nothing of either.
      const auto beyond = [&](double x) { return std::max(0.0, std::fabs(got - x) - unit / 2); };
      from_replay.add(beyond(centre[c]));
      from_exact.add(beyond(row.exact.out[c]));
    }
  }
  constexpr std::int64_t least = 24;  // a few errors are halved by chance
  if (from_exact.count < least || from_exact.size() == 0) return std::nullopt;
  const double left = from_replay.size() / from_exact.size();
  return Explanation{&suspect, variant, 2 * left, left};
}

struct Observation::Read {
  Prediction prediction;
  bool emptied;  ///< the row is empty in this reading alone, and holds what an empty row does
};

/// The n-th row in the suspect's reading of the call; none where the suspect says nothing of it.
std::optional<Observation::Read> Observation::read_row(const Suspect& suspect, int variant, std::size_t n,
                                                       const reference::CaseRows& rows) const {
  const ObservedRow& observed = rows_[n];
  const Prediction& asked = asked_[n];
  RowIndex from = observed.data.index;
  if (suspect.taken_from && !suspect.taken_from(call_.problem, from, variant)) return std::nullopt;
  const bool as_asked = !suspect.rewrite && from == observed.data.index;
  const RowData row = as_asked ? observed.data : rows.row(from);
  const RowResult exact = as_asked ? observed.exact : reference::enclose(row);
  Prediction p = as_asked ? asked : predict(row, exact);
  if (suspect.result && !suspect.result(row, exact, variant, p)) return std::nullopt;
  if (suspect.result) p.replay.clear();
  const bool emptied = exact.empty && !observed.exact.empty && leave_empty(observed.got, p);
  if (suspect.lse_alone) p.out = asked.out, p.out_allowed = asked.out_allowed, p.replay = asked.replay;
  return Read{std::move(p), emptied};
}

std::optional<Explanation> Observation::within_bounds(const Suspect& suspect, int variant, double limit) const {
  Call read = call_;
  if (suspect.rewrite && !suspect.rewrite(read.problem, read.inputs, variant)) return std::nullopt;
  const reference::CaseRows rows(read.problem, read.inputs);
  Residual residual;
  bool differs = suspect.truncates, empties = false, wrong_otherwise = false;
  for (std::size_t n = 0; n < rows_.size() && !(differs && residual.largest > limit); ++n) {
    const ObservedRow& observed = rows_[n];
    const Prediction& asked = asked_[n];
    const RowIndex& at = observed.data.index;
    const std::optional<Read> as_read = read_row(suspect, variant, n, rows);
    if (!as_read) return std::nullopt;
    const Prediction& p = as_read->prediction;
    empties = empties || as_read->emptied;
    wrong_otherwise = wrong_otherwise || (observed.worst > 1 && !as_read->emptied);
    differs = differs || leaves_bound(asked, p);
    // Where anything goes, nothing is explained.
    if (observed.worst > 1 && std::ranges::count(p.out_allowed, infinity) > 0) return std::nullopt;
    const Residual of_row = compare(p, at, suspect.truncates);
    residual.largest = std::max(residual.largest, of_row.largest);
    residual.square_sum += of_row.square_sum;
    residual.count += of_row.count;
    if (!outputs_.lse) continue;
    // Some read the call wrongly for the output alone.
    const double lse = suspect.lse_alone ? lse_ratio(p, at) : std::min(lse_ratio(p, at), lse_ratio(asked, at));
    residual.add(lse);
  }
  if (residual.count == 0) return std::nullopt;
  return Explanation{&suspect, variant, residual.largest, residual.size(), differs, empties && !wrong_otherwise};
}

}  // namespace assay::properties
