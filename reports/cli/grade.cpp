// SPDX-License-Identifier: Apache-2.0
#include "reports/packs/grade.hpp"

#include "reports/cli/judging.hpp"
#include "reports/cli/selection.hpp"
#include "reports/cli/verbs.hpp"
#include "reports/packs/pack.hpp"

namespace assay::reports::cli {

int grade(const GradeOptions& options, const std::string& command) {
  const std::vector<Target> targets = targets_of(options.report);
  const Pack pack = read_pack(options.pack);
  GivenOutputs given = read_outputs(pack, {options.pack, options.outputs, options.name, options.cases});
  CampaignOptions campaign;
  campaign.exhibits = std::move(given.exhibits);
  campaign.required = select_arithmetic(options.require.empty() ? pack.require : options.require);
  given.uncovered.push_back({.what = Uncovered::Kind::Properties,
                             .name = "all",
                             .reason = "outputs in files answer one call each; laws need the kernel"});
  return judge_and_publish(std::move(campaign), std::move(given.uncovered), options, targets, command);
}

}  // namespace assay::reports::cli
