// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "properties/call.hpp"
#include "properties/judge/structure.hpp"
#include "properties/diagnosis/suspect.hpp"
#include "reference/model/arithmetic.hpp"

namespace assay::properties {

/// How well one suspect describes outputs that the reference does not.
struct Explanation {
  const Suspect* suspect = nullptr;
  int variant = 0;
  double residual = 0;  ///< at most 1: it explains them
  double size = 0;      ///< root mean square of error over bound, or what is left of the error: the smaller ranks first
  bool differs = true;  ///< false: it gives the right numbers here
  bool empties = false;  ///< whatever is wrong here it takes for a row without keys: weak evidence
  int contradicted = 0;  ///< by so many of the cases that tell explanations apart (fresh_cases.hpp)
};

/// A call with what a kernel returned for it and what it should have, within the bound of an arithmetic. Holds
/// references: call, outputs and arithmetic must outlive it. Of many rows some are sampled, the worst always
/// among them.
class Observation {
 public:
  Observation(const Call& call, const Outputs& outputs, const Arithmetic& arithmetic);

  bool violated() const { return violated_; }
  /// In which rows, see structure.hpp.
  const std::string& where() const { return where_; }

  /// Best variant of a suspect; none where the problem gives it no room. One whose residual is beyond `limit`, which is
  /// at least 1, may be given as less than it is.
  std::optional<Explanation> ask(const Suspect& suspect, double limit = std::numeric_limits<double>::infinity()) const;

 private:
  /// Errors of many elements against one hypothesis.
  struct Residual;
  struct Observed {
    ObservedRow row;
    double lse = 0;              ///< error of the log-sum-exp over what is allowed
    std::vector<double> of_out;  ///< the same of each element of the output
  };
  Observed observe(const reference::CaseRows& rows, const RowIndex& index) const;
  void place(const Observed& seen, std::vector<PlacedError>& errors) const;
  double out(const RowIndex& row, std::int64_t c) const;
  Prediction predict(const reference::RowData& row, const reference::RowResult& exact) const;
  Residual compare(const Prediction& p, const RowIndex& at, bool truncates, std::vector<double>* each = nullptr) const;
  bool leaves_bound(const Prediction& asked, const Prediction& p) const;
  double lse_ratio(const Prediction& p, const RowIndex& at) const;
  std::optional<Explanation> ask(const Suspect& suspect, int variant, double limit) const;
  std::optional<Explanation> fitted(const Suspect& suspect, int variant) const;
  std::optional<Explanation> replayed(const Suspect& suspect, int variant) const;
  struct Read;
  std::optional<Read> read_row(const Suspect& suspect, int variant, std::size_t n,
                               const reference::CaseRows& rows) const;
  std::optional<Explanation> within_bounds(const Suspect& suspect, int variant, double limit) const;

  const Call& call_;
  const Outputs& outputs_;
  const Arithmetic& arithmetic_;
  std::vector<ObservedRow> rows_;
  std::vector<Prediction> asked_;  ///< for these rows
  bool violated_ = false;
  bool out_violated_ = false;
  std::string where_;
};

}  // namespace assay::properties
