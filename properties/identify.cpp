// SPDX-License-Identifier: Apache-2.0
#include "properties/identify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/error/acceptance.hpp"
#include "reference/error/bound.hpp"
#include "reference/exact/double_tier.hpp"

namespace assay::properties {
namespace {

using reference::RowData;
using reference::RowResult;
using reference::Target;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t rows_most = 192;

/// Errors of many elements against one hypothesis.
struct Residual {
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

/// Distance of the exact number from the reals that are cut to `got`, over what is allowed.
double cut_ratio(const FloatFormat& format, const Target& target, double got) {
  if (!std::isfinite(got) || !std::isfinite(target.centre)) return reference::error_ratio(format, target, got);
  const double low = std::fabs(got), high = low + ulp(format, got);
  const double size = got * target.centre < 0 ? -std::fabs(target.centre) : std::fabs(target.centre);
  const double distance = std::max({low - size, size - high, 0.0}), room = target.allowed + target.radius;
  return distance == 0 ? 0 : room > 0 ? distance / room : infinity;
}

/// A call with what the kernel returned and what it should have.
class Observation {
 public:
  Observation(const Call& call, const Outputs& outputs, const Arithmetic& arithmetic)
      : call_(call), outputs_(outputs), arithmetic_(arithmetic) {
    const reference::CaseRows rows(call_.problem, call_.inputs);
    std::vector<std::pair<double, ObservedRow>> all;
    std::vector<RowIndex> indices = rows.indices();
    const std::size_t step = std::max<std::size_t>(1, indices.size() / (4 * rows_most));
    for (std::size_t n = 0; n < indices.size(); n += step) {
      ObservedRow row{rows.row(indices[n]), {}, {}};
      row.exact = reference::enclose(row.data);
      for (std::int64_t c = 0; c < call_.problem.extents.value_dim; ++c) row.got.push_back(out(indices[n], c));
      const double worst = compare(predict(row.data, row.exact), indices[n], false).largest;
      all.emplace_back(worst, std::move(row));
    }
    // The worst third, and others evenly: a name must explain what is right as well.
    std::ranges::stable_sort(all, std::greater(), &std::pair<double, ObservedRow>::first);
    const std::size_t worst = std::min(all.size(), rows_most / 3);
    const std::size_t rest = std::max<std::size_t>(1, (all.size() - worst) / (rows_most - worst));
    for (std::size_t n = 0; n < all.size(); n += n < worst ? 1 : rest) {
      violated_ = violated_ || all[n].first > 1;
      rows_.push_back(std::move(all[n].second));
    }
  }

  bool violated() const { return violated_; }
  const std::vector<ObservedRow>& rows() const { return rows_; }

  /// Best variant of a suspect; none where the problem gives it no room.
  std::optional<Explanation> ask(const Suspect& suspect) const {
    std::optional<Explanation> best;
    for (int variant = 0; variant < suspect.variants; ++variant) {
      const auto found = ask(suspect, variant);
      if (found && (!best || std::pair(found->residual, found->size) < std::pair(best->residual, best->size)))
        best = found;
    }
    return best;
  }

 private:
  double out(const RowIndex& row, std::int64_t c) const {
    return outputs_.out.get({row.batch, row.head, row.query, c});
  }

  Prediction predict(const RowData& row, const RowResult& exact) const {
    const reference::RowBound bound = reference::bound_row(row, exact, arithmetic_);
    Prediction p{exact.out, bound.out, exact.lse, bound.lse + exact.lse_radius};
    for (std::size_t c = 0; c < p.out.size(); ++c) p.out_allowed[c] += exact.out_radius[c];
    if (!bound.refusal.empty()) p.out_allowed.assign(p.out.size(), infinity);
    return p;
  }

  Residual compare(const Prediction& p, const RowIndex& at, bool truncates) const {
    Residual residual;
    const FloatFormat& format = outputs_.out.type().format;
    for (std::size_t c = 0; c < p.out.size(); ++c) {
      if (p.out_allowed[c] == infinity) continue;
      const Target target{p.out[c], 0, p.out_allowed[c]};
      const double got = out(at, static_cast<std::int64_t>(c));
      residual.add(truncates ? cut_ratio(format, target, got) : reference::error_ratio(format, target, got));
    }
    return residual;
  }

  double lse_ratio(const Prediction& p, const RowIndex& at) const {
    if (!outputs_.lse || p.lse_allowed == infinity) return 0;
    const double got = outputs_.lse->get({at.batch, at.head, at.query, 0});
    return reference::error_ratio(outputs_.lse->type().format, {p.lse, 0, p.lse_allowed}, got);
  }

  std::optional<Explanation> ask(const Suspect& suspect, int variant) const {
    if (suspect.fit) return fitted(suspect, variant);
    if (suspect.replay) return replayed(suspect, variant);
    return within_bounds(suspect, variant);
  }

  std::optional<Explanation> fitted(const Suspect& suspect, int variant) const {
    for (const ObservedRow& row : rows_)
      if (!std::ranges::all_of(row.got, [](double x) { return std::isfinite(x); }) || row.exact.empty) return {};
    const double residual = suspect.fit(rows_);
    if (residual == infinity) return std::nullopt;
    return Explanation{&suspect, variant, residual, residual};
  }

  std::optional<Explanation> replayed(const Suspect& suspect, int variant) const {
    Residual from_replay, from_exact;
    for (const ObservedRow& row : rows_) {
      const std::vector<double> centre = suspect.replay(row.data, row.exact, variant);
      for (std::size_t c = 0; c < centre.size(); ++c) {
        const double got = row.got[c], unit = ulp(outputs_.out.type().format, got);
        if (!std::isfinite(got)) return std::nullopt;
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

  std::optional<Explanation> within_bounds(const Suspect& suspect, int variant) const {
    Call read = call_;
    if (suspect.rewrite && !suspect.rewrite(read.problem, read.inputs, variant)) return std::nullopt;
    const reference::CaseRows rows(read.problem, read.inputs);
    Residual residual;
    for (const ObservedRow& observed : rows_) {
      const RowIndex& at = observed.data.index;
      RowIndex from = at;
      if (suspect.taken_from && !suspect.taken_from(call_.problem, from, variant)) return std::nullopt;
      const RowData row = rows.row(from);
      const RowResult exact = reference::enclose(row);
      const Prediction asked = predict(observed.data, observed.exact);
      Prediction p = predict(row, exact);
      if (suspect.result && !suspect.result(row, exact, variant, p)) return std::nullopt;
      if (suspect.lse_alone) p.out = asked.out, p.out_allowed = asked.out_allowed;
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
    return Explanation{&suspect, variant, residual.largest, residual.size()};
  }

  const Call& call_;
  const Outputs& outputs_;
  const Arithmetic& arithmetic_;
  std::vector<ObservedRow> rows_;
  bool violated_ = false;
};

bool ranks_before(const Explanation& a, const Explanation& b) {
  if (a.suspect->is_arithmetic() != b.suspect->is_arithmetic()) return !a.suspect->is_arithmetic();
  return a.size < b.size;
}

/// Same case, other numbers.
Case reseeded(Case the_case, std::uint64_t by) {
  the_case.recipe.seed += by;
  the_case.recipe.data.clear();
  return the_case;
}

/// Whether the suspect explains a fresh call too, if that call shows a failure and gives it room.
bool stands(const Suspect& suspect, const Observation& fresh) {
  if (!fresh.violated()) return true;
  const auto explanation = fresh.ask(suspect);
  return !explanation || explanation->residual <= 1;
}

}  // namespace

Identification identify(const Call& call, const Outputs& outputs, const Arithmetic& arithmetic) {
  const Observation seen(call, outputs, arithmetic);
  Identification result;
  for (const Suspect& suspect : all_suspects()) {
    const auto explanation = seen.ask(suspect);
    if (!explanation) continue;
    ++result.tried;
    if (explanation->residual <= 1)
      result.explaining.push_back(*explanation);
    else if (!result.next_best || explanation->residual < result.next_best->residual)
      result.next_best = explanation;
  }
  std::ranges::stable_sort(result.explaining, ranks_before);
  return result;
}

Identification identify(const Case& the_case, const Outputs& outputs, const impls::Kernel& kernel,
                        const Arithmetic& arithmetic) {
  Identification result = identify(make_call(the_case), outputs, arithmetic);
  for (const std::uint64_t by : {std::uint64_t{1'000'003}, std::uint64_t{2'000'029}}) {
    if (result.explaining.empty()) break;
    const Call fresh = make_call(reseeded(the_case, by));
    const Ran ran = run(kernel, fresh);
    if (!std::holds_alternative<Outputs>(ran)) continue;
    const Observation seen(fresh, std::get<Outputs>(ran), arithmetic);
    std::erase_if(result.explaining, [&](const Explanation& e) { return !stands(*e.suspect, seen); });
  }
  return result;
}

std::string to_text(const Identification& identification) {
  const auto named = [](const Explanation& e) {
    return fmt::format("{} ({}), residual {:.2g}", e.suspect->claim, e.suspect->name, e.residual);
  };
  const auto& explaining = identification.explaining;
  std::string text = explaining.empty() ? fmt::format("no known suspect of {} tried", identification.tried)
                                        : "explained by: " + named(explaining[0]);
  if (explaining.size() > 1)
    text += "; so does: " + named(explaining[1]);
  else if (identification.next_best)
    text += "; next best: " + named(*identification.next_best);
  return text;
}

}  // namespace assay::properties
