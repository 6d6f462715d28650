// SPDX-License-Identifier: Apache-2.0
#include "reports/record/run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reports/record/text.hpp"

namespace assay::reports {

std::int64_t Counts::total() const { return std::accumulate(of_.begin(), of_.end(), std::int64_t{0}); }

void Counts::merge(const Counts& other) {
  for (std::size_t n = 0; n < of_.size(); ++n) of_[n] += other.of_[n];
}

Counts totals(const Run& run) {
  Counts counts;
  for (const Outcome& outcome : run.outcomes) counts.add(outcome.verdict);
  for (const Sweep& sweep : run.sweeps) counts.merge(sweep.counts);
  return counts;
}

int exit_code(const Run& run) {
  if (run.interrupted) return 130;
  const Counts counts = totals(run);
  const bool worse = counts.bad() > 0 || !run.findings.empty() || (run.strict && counts.doubtful() > 0);
  return worse || counts.holds() == 0 ? 1 : 0;
}

std::string_view name_of(Uncovered::Kind kind) { return word_of(kind, Uncovered::kind_words); }

std::string replay_command(const Outcome& outcome) {
  if (!outcome.again.empty()) return outcome.again;
  if (outcome.origin.kind == Origin::Kind::Inputs)
    return "assay check " + shell_word(outcome.kernel) + " --inputs " + shell_word(outcome.origin.of);
  return "assay replay " + shell_quote(outcome.line) + " " + shell_word(outcome.kernel);
}

std::string replay_command(const Finding& finding) {
  if (!finding.again.empty()) return finding.again;
  return "assay replay " + shell_quote(finding.line) + " " + shell_word(finding.kernel);
}

void keep_worst(KernelRecord& kernel, const WorstElement& element) {
  const auto above = [](const WorstElement& a, const WorstElement& b) { return a.evidence.ratio > b.evidence.ratio; };
  if (!(element.evidence.ratio > 0)) return;  // not a bit of what is allowed was used, or nothing was allowed
  kernel.worst.insert(std::upper_bound(kernel.worst.begin(), kernel.worst.end(), element, above), element);
  if (kernel.worst.size() > KernelRecord::worst_kept) kernel.worst.pop_back();
}

}  // namespace assay::reports
