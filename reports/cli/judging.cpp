// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/judging.hpp"

#include <algorithm>
#include <iterator>

#include "reports/cli/interrupt.hpp"
#include "reports/cli/selection.hpp"
#include "reports/record/environment.hpp"

namespace assay::reports::cli {

Run new_run(const std::string& command) {
  Run run;
  run.environment = detect_environment();
  run.command = command;
  return run;
}

int judge_and_publish(CampaignOptions campaign, std::vector<Uncovered> left_out, const JudgingOptions& options,
                      const std::vector<Target>& targets, const std::string& command) {
  campaign.threads = select_threads(options.threads);
  campaign.stop = &interrupted();
  campaign.progress = show_progress;
  Run run = new_run(command);
  run.strict = options.strict;
  judge_all(campaign, run);
  std::ranges::move(left_out, std::back_inserter(run.uncovered));
  std::ranges::copy(left_out_of_build(), std::back_inserter(run.uncovered));
  return publish(run, targets);
}

}  // namespace assay::reports::cli
