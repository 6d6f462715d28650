// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reports/record/run.hpp"

namespace assay::reports {

/// "preset of its dtype, nothing declared", "declared", "required".
std::string describe(ArithmeticSource source);

/// A reason and how often it was given, most frequent first.
using Reasons = std::vector<std::pair<std::string, std::int64_t>>;

/// What the outcomes of one kernel add up to.
struct KernelSummary {
  const KernelRecord* kernel = nullptr;
  Counts counts;                         ///< all checks and sweeps
  Counts reference;                      ///< the reference check alone: one verdict a case
  Counts own_dtypes;                     ///< the same over the dtypes of which the kernel took at least one case
  std::map<std::string, Counts> checks;  ///< by check
  ErrorStatistics out;
  ErrorStatistics lse;
  Reasons refused;      ///< why cases of the reference check were not applicable
  Reasons no_evidence;  ///< why verdicts of any check were no evidence
  double milliseconds = 0;
};

/// One summary for each kernel of the run, in its order. Points into the run, which must outlive it.
std::vector<KernelSummary> summarise(const Run& run);

/// "79.0 % (2.1 % in its own dtypes)": the share of cases that were not applicable.
std::string refused_share(const KernelSummary& kernel);

/// Every check of the run: reference first, then by name.
std::vector<std::string> checks_of(const Run& run);

/// Outcomes that are violated or faulted, and under strict the doubtful ones, in the order of the run.
std::vector<const Outcome*> failures_of(const Run& run);

/// What a record numbers from 1, for `assay explain verdict REPORT.json:N`: outcomes that are violated, faulted or
/// doubtful in the order of the run; its findings follow.
std::vector<const Outcome*> numbered_outcomes(const Run& run);

/// Doubtful outcomes that are no failures, each with its number of those: the first few of every kernel, and how many
/// more of each there are, those of sweeps among them, which keep none.
struct Doubts {
  static constexpr std::size_t shown_of_a_kernel = 3;
  std::vector<std::pair<std::size_t, const Outcome*>> shown;
  std::vector<std::pair<std::string, std::int64_t>> more;  ///< by kernel, in the order of the run
  bool empty() const { return shown.empty() && more.empty(); }
};
Doubts doubts_of(const Run& run);

inline constexpr const char* doubts_title = "Doubts: possible for the arithmetic, but unusual";

/// "PASS", "FAIL", "INTERRUPTED" as the exit code says, and why in one line.
struct Headline {
  std::string word;
  std::string why;
};
Headline headline(const Run& run);

/// "412 cases, 4 kernels, 5,230 verdicts": what was looked at.
std::string extent(const Run& run);

}  // namespace assay::reports
