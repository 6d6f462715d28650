// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reports/judging/judge_run.hpp"
#include "reports/cli/options.hpp"
#include "reports/cli/output.hpp"

namespace assay::reports::cli {

/// A record that knows where it was made, by which command.
Run new_run(const std::string& command);

/// Judge a campaign with the threads asked for, until Ctrl-C, and publish the record with what else was left out.
/// Returns the exit code.
int judge_and_publish(CampaignOptions campaign, std::vector<Uncovered> left_out, const JudgingOptions& options,
                      const std::vector<Target>& targets, const std::string& command);

}  // namespace assay::reports::cli
