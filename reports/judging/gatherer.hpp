// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "reports/judging/judge_run.hpp"
#include "reports/judging/exhibit_judge.hpp"
#include "reports/record/run.hpp"

namespace assay::reports {

/// Gathers results into a run in the order of the exhibits, whichever thread they came from.
class Gatherer {
 public:
  /// Holds the run, and enters the campaign's kernels into it.
  Gatherer(const CampaignOptions& options, Run& run);

  /// exhibit: the number of the one it comes from.
  void add(ExhibitResult&& result, std::size_t exhibit);

  std::size_t exhibit_of(std::size_t outcome) const { return exhibits_[outcome]; }

  /// Counts a case that was not judged.
  void skip(const Origin& origin, const std::string& why);

  /// Notes what was left out, once all results are in.
  void finish();

 private:
  void add_dtypes(const char* reason, const std::function<bool(const std::string&)>& applies);

  Run& run_;
  std::vector<std::size_t> exhibits_;  ///< of the outcomes
  std::map<std::tuple<Uncovered::Kind, std::string, std::string>, std::int64_t> left_out_;
  std::set<std::string> dtypes_seen_;
  std::set<std::string> dtypes_judged_;
};

}  // namespace assay::reports
