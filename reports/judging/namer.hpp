// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "reports/judging/judge_run.hpp"
#include "reports/judging/gatherer.hpp"
#include "reports/record/run.hpp"

namespace assay::reports {

/// Asks of the first failures of each kernel what explains them; the order of the record decides, not the clock.
class Namer {
 public:
  /// Holds all three.
  Namer(const CampaignOptions& options, const Gatherer& gatherer, Run& run);

  void run();

 private:
  const Exhibit& exhibit_of(std::size_t outcome) const;
  bool can_name(std::size_t outcome) const;
  void name(std::size_t outcome);

  const CampaignOptions& options_;
  const Gatherer& gatherer_;
  Run& run_;
  std::vector<std::size_t> failures_;  ///< numbers of outcomes
};

}  // namespace assay::reports
