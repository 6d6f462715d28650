// SPDX-License-Identifier: Apache-2.0
#include "properties/judge/case_reference.hpp"

#include <utility>

#include "reference/exact/double_tier.hpp"

namespace assay::properties {

CaseReference::CaseReference(const Problem& problem, const Inputs& inputs)
    : problem_(problem),
      inputs_(inputs),
      rows_(problem, inputs),
      indices_(rows_.indices()),
      cache_(indices_.size()) {}

const CaseReference::Row& CaseReference::row(std::size_t n) {
  if (!cache_[n]) {
    Row row{rows_.row(indices_[n]), {}};
    row.exact = reference::enclose(row.data);
    cache_[n] = std::move(row);
  }
  return *cache_[n];
}

CaseReference::Bounds::Bounds(CaseReference& rows, const Arithmetic& arithmetic)
    : rows_(rows),
      arithmetic_(arithmetic),
      cache_(rows.row_count()),
      expected_(rows.row_count()) {}

const reference::RowBound& CaseReference::Bounds::row(std::size_t n) {
  if (!cache_[n]) cache_[n] = reference::bound_row(rows_.row(n).data, rows_.row(n).exact, arithmetic_);
  return *cache_[n];
}

const reference::ExpectedSize& CaseReference::Bounds::expected(std::size_t n) {
  if (!expected_[n]) expected_[n] = reference::expected_size(rows_.row(n).data, rows_.row(n).exact, arithmetic_);
  return *expected_[n];
}

CaseReference::Bounds& CaseReference::bounds(const Arithmetic& arithmetic) {
  return bounds_.try_emplace(to_text(arithmetic), Bounds(*this, arithmetic)).first->second;
}

}  // namespace assay::properties
