// SPDX-License-Identifier: Apache-2.0
#include "properties/judge/error_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "properties/judge/structure.hpp"
#include "reference/error/usual/expected.hpp"
#include "reference/error/usual/suspicion.hpp"
#include "reference/model/place.hpp"

namespace assay::properties {
namespace {

using reference::ExpectedSize;
using reference::RowErrors;
using reference::SizeStatistics;
using reference::Suspicion;

/// Equal for rows whose weights agree to four units of what the arithmetic keeps of them: FNV-1a over the bits above.
std::uint64_t likeness_of(const reference::RowResult& exact, const Arithmetic& a) {
  const int bits = std::min(a.probability.precision(), a.pv.format.precision()) - 2;
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const double p : exact.probability) {
    int exponent = 0;
    const double kept = std::ldexp(std::round(std::ldexp(std::frexp(p, &exponent), bits)), exponent - bits);
    hash = (hash ^ std::bit_cast<std::uint64_t>(kept)) * 0x100000001b3;
  }
  return hash;
}

/// A truncating adder pulls toward zero; where the output is fine enough to show it, that is no finding.
bool shows_truncation(const Arithmetic& a, const FloatFormat& out) {
  if (a.pv.kind != Accumulator::Kind::TensorCore) return false;
  return out.precision() >= a.pv.format.precision() || a.pv.fraction_bits < a.pv.format.mantissa_bits;
}

class Measure {
 public:
  Measure(CaseReference& reference, const Outputs& outputs, const Arithmetic& arithmetic)
      : reference_(reference),
        bounds_(reference.bounds(arithmetic)),
        outputs_(outputs),
        a_(arithmetic) {}

  ErrorSize run() {
    std::size_t structured = 0;
    for (std::size_t n = 0; n < reference_.row_count(); ++n) {
      const ExpectedSize& expected = bounds_.expected(n);
      if (!expected.own_fault.empty()) return {.out = {}, .lse = {}, .doubt = {}, .own_fault = expected.own_fault};
      if (expected.centre.empty()) continue;
      structured += expected.structured;
      add_row(reference_.row(n), expected);
    }
    ErrorSize size;
    size.out = summary(out_);
    size.lse = summary(lse_);
    size.structured = 2 * structured > reference_.row_count();
    doubt("output: ", out_.too_large());
    doubt("output: ", improbable_);
    if (!shows_truncation(a_, reference_.problem().out)) doubt("output: ", out_.biased());
    doubt("log-sum-exp: ", lse_.too_large());
    if (doubt_) tell_where();
    size.doubt = doubt_;
    return size;
  }

 private:
  static SizeSummary summary(const SizeStatistics& s) { return {s.rows(), s.rms(), s.largest(), s.bias()}; }

  void doubt(const char* tensor, const std::optional<Suspicion>& suspicion) {
    if (!suspicion) return;
    if (!doubt_) doubt_ = Doubtful{1, ""};
    doubt_->probability = std::min(doubt_->probability, suspicion->probability);
    doubt_->why += (doubt_->why.empty() ? "" : "; ") + std::string(tensor) + suspicion->why;
  }

  void tell_where() {
    const double limit = reference::largest_usual_rms(out_.rows());
    const std::string where = where_errors_sit(reference_.problem(), placed_, limit);
    if (!where.empty()) doubt_->why += "; large: " + where;
  }

  void add_row(const CaseReference::Row& row, const ExpectedSize& expected) {
    const RowIndex& at = row.data.index;
    RowErrors errors;
    errors.likeness = likeness_of(row.exact, a_);
    errors.sources = expected.sources;
    for (std::size_t c = 0; c < expected.centre.size(); ++c) {
      const double got = outputs_.out.get({at.batch, at.head, at.query, static_cast<std::int64_t>(c)});
      // Near the ends of the range squares overflow, and nothing is known of the usual size.
      if (!std::isfinite(got) || !std::isfinite(row.exact.out[c]) || !std::isfinite(expected.deviation[c])) continue;
      const FloatFormat& format = reference_.problem().out;
      const double distance = reference::normal_distance(format, expected.centre[c], expected.deviation[c], got);
      errors.distances.push_back(distance);
      placed_.push_back({at.batch, at.head, at.query, static_cast<std::int64_t>(c), std::fabs(distance)});
      errors.signs.push_back(row.exact.out[c] < 0 ? -1 : 1);
      if (expected.deviation[c] > 0) errors.explained += expected.systematic[c] / expected.deviation[c];
      check_probable(row, expected, c, got);
    }
    errors.explained /= static_cast<double>(std::max<std::size_t>(errors.signs.size(), 1));
    out_.add_row(errors);
    if (!outputs_.lse || row.data.count() == 0) return;
    const double got = outputs_.lse->get({at.batch, at.head, at.query, 0});
    if (!std::isfinite(got) || !std::isfinite(row.exact.lse) || !std::isfinite(expected.lse_deviation)) return;
    const FloatFormat format = outputs_.lse->type().format;
    errors.distances = {reference::normal_distance(format, expected.lse_centre, expected.lse_deviation, got)};
    errors.signs = {1};
    lse_.add_row(errors);
  }

  void check_probable(const CaseReference::Row& row, const ExpectedSize& expected, std::size_t c, double got) {
    if (improbable_ || !std::isfinite(expected.linear[c])) return;
    const Problem& p = reference_.problem();
    const double lambda = reference::probable_lambda(p.extents.batch * p.extents.query_heads * p.extents.query_length *
                                                     p.extents.value_dim);
    const double probable = lambda * expected.random[c] + expected.linear[c];
    const double off = std::fabs(reference::normal_distance(p.out, {row.exact.out[c], row.exact.out[c]}, 1, got));
    if (off <= probable) return;
    const RowIndex& at = row.data.index;
    const Index4 index{at.batch, at.head, at.query, static_cast<std::int64_t>(c)};
    improbable_ = Suspicion{reference::beyond_probable(), fmt::format("{} is off by {:.3g}, probable is up to {:.3g}",
                                                                      place_text("out", index), off, probable)};
  }

  CaseReference& reference_;
  CaseReference::Bounds& bounds_;
  const Outputs& outputs_;
  const Arithmetic& a_;
  SizeStatistics out_, lse_;
  std::optional<Suspicion> improbable_;
  std::vector<PlacedError> placed_;
  std::optional<Doubtful> doubt_;
};

}  // namespace

InputOrigin origin_of(const Case& the_case) {
  const bool planted = !the_case.recipe.data.empty() || the_case.recipe.scores.name == "extremes";
  return planted ? InputOrigin::Searched : InputOrigin::Natural;
}

ErrorSize error_size(CaseReference& reference, const Outputs& outputs, const Arithmetic& arithmetic) {
  return Measure(reference, outputs, arithmetic).run();
}

}  // namespace assay::properties
