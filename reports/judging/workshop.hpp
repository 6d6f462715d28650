// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "properties/sensitivity/faults_shown.hpp"
#include "reports/judging/judge_run.hpp"
#include "reports/judging/exhibit_judge.hpp"
#include "reports/judging/stopwatch.hpp"

namespace assay::reports {

/// Hands out exhibits to threads and collects what they find.
class Workshop {
 public:
  /// Holds the options.
  explicit Workshop(const CampaignOptions& options);

  /// Throws what the first of the threads that met trouble threw.
  void run();

  /// What the cases could not have shown of faults, by kernel.
  const std::map<std::string, properties::RunPower>& powers() const { return powers_; }

  /// Of exhibit n; none: it was not begun.
  std::optional<std::vector<ExhibitResult>>& result(std::size_t n) { return results_[n]; }

 private:
  bool may_begin() const;
  std::vector<ExhibitResult> judge(const Exhibit& exhibit);
  void report(std::size_t n, std::vector<ExhibitResult>&& results);

  const CampaignOptions& options_;
  std::map<std::string, properties::RunPower> powers_;
  const Stopwatch watch_;
  std::vector<std::optional<std::vector<ExhibitResult>>> results_;
  std::mutex mutex_;
  std::size_t done_ = 0;
};

}  // namespace assay::reports
