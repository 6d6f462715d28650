// SPDX-License-Identifier: Apache-2.0
#include "properties/judge/row_bounds.hpp"

#include <cmath>
#include <limits>

#include "reference/error/acceptance.hpp"
#include "reference/exact/double_tier.hpp"

namespace assay::properties {
namespace {

std::optional<Evidence> outside(const char* name, const Tensor& tensor, const Index4& index,
                                const reference::Target& target) {
  const FloatFormat& format = tensor.type().format;
  const double got = tensor.get(index);
  if (reference::accepts(format, target, got)) return std::nullopt;
  Evidence evidence;
  evidence.tensor = name;
  evidence.index = index;
  evidence.got = got;
  evidence.expected = target.centre;
  evidence.allowed = target.allowed;
  evidence.ratio = reference::error_ratio(format, target, got);
  return evidence;
}

double or_infinite(double value) { return std::isnan(value) ? std::numeric_limits<double>::infinity() : value; }

}  // namespace

double BoundedRow::allowed(std::int64_t feature) const {
  const auto c = static_cast<std::size_t>(feature);
  if (c >= bound.out.size()) return std::numeric_limits<double>::infinity();
  return or_infinite(bound.out[c] + exact.out_radius[c]);
}

double BoundedRow::allowed_lse() const { return or_infinite(bound.lse + exact.lse_radius); }

BoundedRow RowBounds::row(const RowIndex& index) const {
  BoundedRow row{rows_.row(index), {}, {}};
  row.exact = reference::enclose(row.data);
  row.bound = reference::bound_row(row.data, row.exact, arithmetic_);
  return row;
}

std::optional<Evidence> RowBounds::first_outside(const RowIndex& index, const Outputs& outputs) const {
  const BoundedRow known = row(index);
  if (!known.bound.refusal.empty()) return std::nullopt;
  for (std::size_t c = 0; c < known.exact.out.size(); ++c) {
    const Index4 at{index.batch, index.head, index.query, static_cast<std::int64_t>(c)};
    auto off = outside("out", outputs.out, at, {known.exact.out[c], known.exact.out_radius[c], known.bound.out[c]});
    if (off) return off;
  }
  if (!outputs.lse) return std::nullopt;
  return outside("lse", *outputs.lse, {index.batch, index.head, index.query, 0},
                 {known.exact.lse, known.exact.lse_radius, known.bound.lse});
}

}  // namespace assay::properties
