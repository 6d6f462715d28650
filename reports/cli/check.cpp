// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reports/cli/interrupt.hpp"
#include "reports/cli/output.hpp"
#include "reports/cli/selection.hpp"
#include "reports/cli/verbs.hpp"
#include "reports/environment.hpp"

namespace assay::reports::cli {

int check(const CheckOptions& options, const std::string& command) {
  const std::vector<Target> targets = targets_of(options.report);
  CampaignOptions campaign;
  campaign.kernels = select_kernels(options.kernels, options.limits);
  campaign.required = select_arithmetic(options.require);
  select_checks(options.checks, campaign);
  campaign.exhibits = select_exhibits(options, options.checks);
  if (const auto convention = select_convention(options.convention, campaign.kernels))
    pose_in(*convention, campaign.exhibits);
  campaign.budget_seconds = options.budget_seconds;
  campaign.threads = select_threads(options.threads);
  campaign.stop = &interrupted();
  campaign.progress = show_progress;
  Run run;
  run.environment = detect_environment();
  run.command = command;
  run.strict = options.strict;
  judge_all(campaign, run);
  const bool in_turn = std::ranges::any_of(campaign.exhibits, [](const Exhibit& e) { return e.share > 1; });
  if (in_turn)
    run.uncovered.push_back(
        {"properties", "suite", "each case takes one property in seven; --checks reference,properties: all"});
  std::ranges::copy(left_out_of_build(), std::back_inserter(run.uncovered));
  return publish(run, targets);
}

}  // namespace assay::reports::cli
