// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>
#include <set>

#include "reports/record/backend.hpp"
#include "reports/judging/known_faults.hpp"
#include "reports/format.hpp"
#include "reports/record/summary.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::formats {
namespace {

constexpr std::size_t kernels_shown = 20;  // with the failures below, one screen
constexpr std::size_t failures_shown = 8;
constexpr std::size_t doubts_shown = 3;

// Columns of their own; the share of what is not applicable has one too.
constexpr VerdictKind kinds_shown[] = {VerdictKind::Holds, VerdictKind::Doubtful, VerdictKind::Violated,
                                       VerdictKind::Faulted, VerdictKind::NoEvidence};

// A command stands in a code span, which ends at the first run of as many backticks as opened it.
std::string code(const std::string& command) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : command) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const std::string fence(longest + 1, '`');
  return fence + " " + command + " " + fence;
}

void write_table(const Run& run, const std::vector<KernelSummary>& kernels, std::ostream& out) {
  out << "| kernel | backend | ";
  for (const VerdictKind kind : kinds_shown) out << name_of(kind) << " | ";
  out << "refused | worst ulps | error / bound |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (std::size_t n = 0; n < std::min(kernels.size(), kernels_shown); ++n) {
    const KernelSummary& k = kernels[n];
    out << "| " << reports::markdown(k.kernel->name) << " | "
        << reports::markdown(label_of(backend_of(*k.kernel, run.environment)));
    for (const VerdictKind kind : kinds_shown) out << " | " << grouped(k.counts[kind]);
    out << " | " << refused_share(k);
    const bool seen = k.out.elements > 0;
    out << " | " << (seen ? number(k.out.ulp_max) : "-") << " | " << (seen ? number(k.out.ratio_max) : "-") << " |\n";
  }
  if (kernels.size() > kernels_shown) out << "\n" << kernels.size() - kernels_shown << " more kernels in the record.\n";
}

/// Each once, whichever kernels it is about.
void write_caveats(const Run& run, std::ostream& out) {
  std::set<std::string> caveats;
  for (const KernelRecord& kernel : run.kernels) caveats.insert(caveat_of(kernel));
  for (const std::string& caveat : caveats)
    if (!caveat.empty()) out << "\n" << reports::markdown(caveat) << "\n";
}

/// A failure, a doubt or a finding; its number is the one that `assay explain verdict REPORT.json:N` takes.
template <class Told>
void write_entry(std::size_t number, const Told& told, const std::map<std::string, Backend>& backends,
                 std::ostream& out) {
  out << "- \\[" << number << "\\] **" << reports::markdown(with_backend(told.kernel, backends)) << "**, "
      << reports::markdown(told.check) << ": " << reports::markdown(properties::reason_of(told.verdict)) << "<br>"
      << (told.named.text.empty() ? "" : reports::markdown(told.named.text) + "<br>") << code(replay_command(told))
      << "\n";
}

void write_failures(const Run& run, std::ostream& out) {
  const auto backends = backends_of(run);
  const std::vector<const Outcome*> numbered = numbered_outcomes(run);
  std::size_t shown = 0;
  const auto entry = [&](std::size_t number, const auto& failed) {
    if (++shown <= failures_shown) write_entry(number, failed, backends, out);
  };
  const std::vector<const Outcome*> failures = failures_of(run);
  if (failures.empty() && run.findings.empty()) return;
  out << "\n";
  std::size_t number = numbered.size();
  for (const Finding& finding : run.findings) entry(++number, finding);
  for (std::size_t n = 0; n < numbered.size(); ++n)
    if (run.strict || properties::is_bad(numbered[n]->verdict)) entry(n + 1, *numbered[n]);
  if (shown > failures_shown) out << "- and " << shown - failures_shown << " more\n";
}

void write_doubts(const Run& run, std::ostream& out) {
  const auto backends = backends_of(run);
  const Doubts doubts = doubts_of(run);
  if (doubts.empty()) return;
  out << "\n" << doubts_title << "\n\n";
  const std::size_t shown = std::min(doubts.shown.size(), doubts_shown);
  for (std::size_t n = 0; n < shown; ++n) write_entry(doubts.shown[n].first, *doubts.shown[n].second, backends, out);
  auto more = static_cast<std::int64_t>(doubts.shown.size() - shown);
  for (const auto& [kernel, count] : doubts.more) more += count;
  if (more > 0) out << "- and " << grouped(more) << " more\n";
}

void write(const Run& run, std::ostream& out) {
  const Headline line = headline(run);
  out << "### Assay: " << line.word << "\n\n"
      << reports::markdown(line.why) << " (" << extent(run) << ", " << duration(run.milliseconds) << ").\n\n";
  write_table(run, summarise(run), out);
  write_caveats(run, out);
  write_failures(run, out);
  write_doubts(run, out);
  if (!run.catalogue.empty()) out << "\nShown to catch: " << catalogue_line(run) << ".\n";
}

}  // namespace

Format markdown() { return {"markdown", "md", "for job summaries and pull requests: at most one screen", write}; }

}  // namespace assay::reports::formats
