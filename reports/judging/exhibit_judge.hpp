// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "impls/kernel.hpp"
#include "properties/call.hpp"
#include "properties/judge/oracle.hpp"
#include "properties/sensitivity/faults_shown.hpp"
#include "reports/judging/judge_run.hpp"
#include "reports/record/run.hpp"

namespace assay::reports {

/// What one kernel did on one exhibit.
struct ExhibitResult {
  std::string kernel;
  std::string dtype;
  std::string convention;
  std::optional<properties::Requirement> judged{};  ///< set where outputs were asked for and compared
  std::vector<Outcome> outcomes{};
  std::vector<WorstElement> worst{};
  std::vector<Uncovered> uncovered{};
};

/// Judges kernels on one exhibit: its tensors and certified rows are made once for all of them. Not for concurrent use.
class ExhibitJudge {
 public:
  /// Holds both.
  ExhibitJudge(const CampaignOptions& options, const Exhibit& exhibit);

  /// power: where the faults that this exhibit shows are noted; null: not asked.
  ExhibitResult operator()(const impls::Kernel& kernel, properties::RunPower* power);

 private:
  Outcome outcome(const impls::Kernel& kernel, std::string_view check, Verdict verdict) const;
  void compare(const impls::Kernel& kernel, const impls::Support& support, ExhibitResult& result);
  Outcome judged_outcome(const impls::Kernel& kernel, const Arithmetic& arithmetic, ExhibitResult& result);
  void check(const impls::Kernel& kernel, const properties::Property& property, ExhibitResult& result) const;

  const CampaignOptions& options_;
  const Exhibit& exhibit_;
  properties::Call call_;
  std::string line_;
  properties::CaseReference reference_;
  properties::FaultsOnCase shown_;
};

}  // namespace assay::reports
