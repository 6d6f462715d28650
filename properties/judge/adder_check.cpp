// SPDX-License-Identifier: Apache-2.0
#include "properties/judge/adder_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reference/error/acceptance.hpp"
#include "reference/error/replay/adder_replay.hpp"
#include "reference/model/place.hpp"

namespace assay::properties {

std::optional<Doubtful> adder_mismatch(CaseReference& reference, const Outputs& outputs, const Arithmetic& a,
                                       std::int64_t pairs) {
  const Problem& p = reference.problem();
  if (a.pv.fraction_bits >= a.pv.format.mantissa_bits || !reference::why_no_adder_replay(p, a).empty())
    return std::nullopt;
  const auto rows = static_cast<std::int64_t>(reference.row_count());
  const std::int64_t affordable = std::clamp<std::int64_t>(pairs / std::max<std::int64_t>(p.extents.key_length, 1), 1,
                                                           std::max<std::int64_t>(rows, 1));
  std::int64_t seen = 0, different = 0;
  std::string first;
  for (std::int64_t n = 0; n < std::min(affordable, rows); ++n) {
    // Spread over the rows, ends included.
    const std::int64_t chosen = affordable > 1 ? n * (rows - 1) / (affordable - 1) : rows - 1;
    const CaseReference::Row& row = reference.row(static_cast<std::size_t>(chosen));
    const reference::AdderReplay replay = reference::replay_adder(row.data, a);
    for (std::size_t c = 0; c < replay.out.size(); ++c, ++seen) {
      const reference::Reals& interval = replay.out[c];
      const RowIndex& at = row.data.index;
      const Index4 index{at.batch, at.head, at.query, static_cast<std::int64_t>(c)};
      const double got = outputs.out.get(index);
      const double centre = interval.lower / 2 + interval.upper / 2;
      if (reference::accepts(p.out, {centre, 0, (interval.upper - interval.lower) / 2}, got)) continue;
      ++different;
      if (first.empty())
        first = fmt::format("{} = {}, and the declared adder gives {} to {} before rounding", place_text("out", index),
                            got, interval.lower, interval.upper);
    }
  }
  if (different == 0) return std::nullopt;
  return Doubtful{0, fmt::format("the arithmetic differs from the declaration: {} ({} of {} sampled elements)", first,
                                 different, seen)};
}

}  // namespace assay::properties
