// SPDX-License-Identifier: Apache-2.0
#include "reports/grade.hpp"

#include <algorithm>
#include <iterator>

#include "reports/cli/interrupt.hpp"
#include "reports/cli/output.hpp"
#include "reports/cli/selection.hpp"
#include "reports/cli/verbs.hpp"
#include "reports/environment.hpp"
#include "reports/pack.hpp"

namespace assay::reports::cli {

int grade(const GradeOptions& options, const std::string& command) {
  const std::vector<Target> targets = targets_of(options.report);
  const Pack pack = read_pack(options.pack);
  GivenOutputs given = read_outputs(pack, {options.pack, options.outputs, options.name, options.cases});
  CampaignOptions campaign;
  campaign.exhibits = std::move(given.exhibits);
  campaign.required = select_arithmetic(options.require.empty() ? pack.require : options.require);
  campaign.threads = select_threads(options.threads);
  campaign.stop = &interrupted();
  campaign.progress = show_progress;
  Run run;
  run.environment = detect_environment();
  run.command = command;
  run.strict = options.strict;
  judge_all(campaign, run);
  std::ranges::move(given.uncovered, std::back_inserter(run.uncovered));
  run.uncovered.push_back({"properties", "all", "outputs in files answer one call each; laws need the kernel"});
  std::ranges::copy(left_out_of_build(), std::back_inserter(run.uncovered));
  return publish(run, targets);
}

}  // namespace assay::reports::cli
