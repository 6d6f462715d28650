// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reports/cli/judging.hpp"
#include "reports/cli/selection.hpp"
#include "reports/cli/verbs.hpp"

namespace assay::reports::cli {

int check(const CheckOptions& options, const std::string& command) {
  const std::vector<Target> targets = targets_of(options.report);
  CampaignOptions campaign;
  campaign.power = true;
  campaign.kernels = select_kernels(options.kernels, options.limits);
  campaign.required = select_arithmetic(options.require);
  select_checks(options.checks, campaign);
  campaign.exhibits = select_exhibits(options, options.checks);
  if (const auto convention = select_convention(options.convention, campaign.kernels))
    pose_in(*convention, campaign.exhibits);
  campaign.budget_seconds = options.budget_seconds;
  const bool in_turn = std::ranges::any_of(campaign.exhibits, [](const Exhibit& e) { return e.share > 1; });
  std::vector<Uncovered> left_out;
  if (in_turn)
    left_out.push_back({.what = Uncovered::Kind::Properties,
                        .name = "suite",
                        .reason = "each case takes one property in seven; --checks reference,properties: all"});
  return judge_and_publish(std::move(campaign), std::move(left_out), options, targets, command);
}

}  // namespace assay::reports::cli
