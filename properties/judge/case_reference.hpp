// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/error/bound.hpp"
#include "reference/error/usual/expected.hpp"
#include "reference/exact/row.hpp"
#include "reference/exact/row_result.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties {

/// The certified rows of one case and their bounds, computed once and shared by every kernel that is judged on it.
/// Holds references: problem and inputs must outlive it. Not for concurrent use.
class CaseReference {
 public:
  CaseReference(const Problem& problem, const Inputs& inputs);
  struct Row {
    reference::RowData data;
    reference::RowResult exact;
  };
  const Problem& problem() const { return problem_; }
  const Inputs& inputs() const { return inputs_; }
  std::size_t row_count() const { return indices_.size(); }
  const Row& row(std::size_t n);

  /// Bounds of the rows under one arithmetic, computed when asked.
  class Bounds {
   public:
    const reference::RowBound& row(std::size_t n);
    const reference::ExpectedSize& expected(std::size_t n);

   private:
    friend class CaseReference;
    Bounds(CaseReference& rows, const Arithmetic& arithmetic);
    CaseReference& rows_;
    Arithmetic arithmetic_;
    std::vector<std::optional<reference::RowBound>> cache_;
    std::vector<std::optional<reference::ExpectedSize>> expected_;
  };
  /// The same object for the same arithmetic; lives as long as this does.
  Bounds& bounds(const Arithmetic& arithmetic);

 private:
  const Problem& problem_;
  const Inputs& inputs_;
  reference::CaseRows rows_;
  std::vector<RowIndex> indices_;
  std::vector<std::optional<Row>> cache_;
  std::map<std::string, Bounds> bounds_;  ///< by the arithmetic's text
};

}  // namespace assay::properties
