// SPDX-License-Identifier: Apache-2.0
#include "fuzz/search.hpp"

#include <iostream>
#include <random>

#include "fuzz/corpus.hpp"
#include "reports/cli/interrupt.hpp"
#include "reports/cli/judging.hpp"
#include "reports/cli/selection.hpp"
#include "reports/cli/verbs.hpp"
#include "reports/judging/requirement.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::cli {
namespace {

// The one place where a seed may come from outside; it is printed at once and stands in the record.
std::uint64_t drawn_seed() {
  std::random_device device;
  return static_cast<std::uint64_t>(device()) << 32 | device();
}

fuzz::SearchOptions search_options(const FuzzOptions& options) {
  fuzz::SearchOptions search;
  search.seed = options.seed ? *options.seed : drawn_seed();
  search.cases = options.cases;
  search.seconds = options.seconds || options.cases ? options.seconds : 60;
  if (!options.corpus.empty()) search.corpus = options.corpus;
  search.stop = &interrupted();
  return search;
}

/// Puts what the search meets into the record: counts of cases, findings in full.
fuzz::Sink sink_into(Run& run, const FuzzOptions& options, const std::optional<Arithmetic>& required) {
  const auto outcome = [&run](const fuzz::Outcome& seen) {
    if (seen.trial.check == fuzz::reference_check || properties::is_bad(seen.trial.verdict))
      run.sweeps.front().counts.add(seen.trial.verdict);
  };
  const auto finding = [&run, &options, required](const fuzz::Finding& found) {
    Finding told{.kernel = found.kernel,
                 .check = found.check,
                 .line = found.shrunk_line,
                 .original = found.original_line,
                 .verdict = found.verdict,
                 .named = found.named,
                 .suspect_before = found.suspect_before};
    if (required) told.again = repeat_with(replay_command(told), required);
    run.findings.push_back(std::move(told));
    std::cerr << "found: " << readable(properties::name_of(found.verdict)) << " by " << found.check << ", shrunk in "
              << found.evaluations << " evaluations\n";
    if (!options.corpus.empty()) fuzz::keep(found, options.corpus);
  };
  return {outcome, finding};
}

void describe(const fuzz::SearchSummary& summary, Run& run) {
  run.milliseconds = summary.seconds * 1e3;
  run.sweeps.front().milliseconds = run.milliseconds;
  for (const auto& [reason, count] : summary.refusals)
    run.uncovered.push_back({.what = Uncovered::Kind::Cases,
                             .name = "fuzz",
                             .reason = "refused by the kernel: " + reason,
                             .count = static_cast<std::int64_t>(count)});
}

}  // namespace

int fuzz(const FuzzOptions& options, const std::string& command) {
  const std::vector<Target> targets = targets_of(options.report);
  const fuzz::Subject subject{select_kernel(options.kernel, options.limits), select_arithmetic(options.require)};
  const fuzz::SearchOptions search = search_options(options);
  std::cerr << "fuzzing " << readable(subject.kernel->name()) << ", seed " << search.seed << "\n";
  Run run = new_run(command);
  run.seed = search.seed;
  enter(*subject.kernel, run);
  run.sweeps.push_back({.kernel = subject.kernel->name(), .seed = search.seed});
  describe(fuzz::search(subject, search, sink_into(run, options, subject.required)), run);
  run.interrupted = interrupted();
  return publish(run, targets);
}

}  // namespace assay::reports::cli
