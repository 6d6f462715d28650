// SPDX-License-Identifier: Apache-2.0
#include "reports/record/summary.hpp"

#include <algorithm>
#include <set>

#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

Reasons sorted(const std::map<std::string, std::int64_t>& counted) {
  Reasons reasons(counted.begin(), counted.end());
  std::ranges::stable_sort(reasons, std::greater<>{}, &Reasons::value_type::second);
  return reasons;
}

/// The storage dtype that a case line names.
std::string dtype_of(const std::string& line) {
  constexpr std::string_view key = " dtype=";
  const std::size_t at = (" " + line).find(key);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + key.size() - 1;
  return line.substr(begin, line.find(' ', begin) - begin);
}

Counts over_own_dtypes(const std::map<std::string, Counts>& by_dtype) {
  Counts counts;
  for (const auto& [dtype, of] : by_dtype)
    if (of.not_applicable() < of.total()) counts.merge(of);
  return counts;
}

KernelSummary summarise(const Run& run, const KernelRecord& kernel) {
  KernelSummary summary;
  summary.kernel = &kernel;
  std::map<std::string, std::int64_t> refused;
  std::map<std::string, std::int64_t> blind;
  std::map<std::string, Counts> by_dtype;
  for (const Outcome& outcome : run.outcomes) {
    if (outcome.kernel != kernel.name) continue;
    const bool reference = outcome.check == properties::reference_check;
    summary.counts.add(outcome.verdict);
    summary.checks[outcome.check].add(outcome.verdict);
    if (reference) summary.reference.add(outcome.verdict);
    if (reference) by_dtype[dtype_of(outcome.line)].add(outcome.verdict);
    summary.out.merge(outcome.out);
    summary.lse.merge(outcome.lse);
    summary.milliseconds += outcome.milliseconds;
    if (const auto* v = std::get_if<properties::NotApplicable>(&outcome.verdict); v && reference) ++refused[v->reason];
    if (const auto* v = std::get_if<properties::NoEvidence>(&outcome.verdict)) ++blind[v->why];
  }
  for (const Sweep& sweep : run.sweeps) {
    if (sweep.kernel != kernel.name) continue;
    summary.counts.merge(sweep.counts);
    summary.checks["fuzz"].merge(sweep.counts);
    summary.milliseconds += sweep.milliseconds;
  }
  summary.own_dtypes = over_own_dtypes(by_dtype);
  summary.refused = sorted(refused);
  summary.no_evidence = sorted(blind);
  return summary;
}

}  // namespace

std::string describe(ArithmeticSource source) {
  return source == ArithmeticSource::Preset ? "preset of its dtype, nothing declared" : std::string(name_of(source));
}

std::vector<KernelSummary> summarise(const Run& run) {
  std::vector<KernelSummary> summaries;
  for (const KernelRecord& kernel : run.kernels) summaries.push_back(summarise(run, kernel));
  return summaries;
}

std::string refused_share(const KernelSummary& kernel) {
  const Counts& all = kernel.reference;
  const Counts& own = kernel.own_dtypes;
  std::string share = percent(all.not_applicable(), all.total());
  if (own.total() == 0 || own.total() == all.total()) return share;
  return share + " (" + percent(own.not_applicable(), own.total()) + " in its own dtypes)";
}

std::vector<std::string> checks_of(const Run& run) {
  std::set<std::string> names;
  for (const Outcome& outcome : run.outcomes) names.insert(outcome.check);
  if (!run.sweeps.empty()) names.insert("fuzz");
  std::vector<std::string> checks(names.begin(), names.end());
  std::ranges::stable_partition(checks, [](const std::string& name) { return name == properties::reference_check; });
  return checks;
}

std::vector<const Outcome*> numbered_outcomes(const Run& run) {
  std::vector<const Outcome*> numbered;
  for (const Outcome& outcome : run.outcomes)
    if (properties::is_bad(outcome.verdict) || std::holds_alternative<properties::Doubtful>(outcome.verdict))
      numbered.push_back(&outcome);
  return numbered;
}

std::vector<const Outcome*> failures_of(const Run& run) {
  std::vector<const Outcome*> failures = numbered_outcomes(run);
  if (!run.strict) std::erase_if(failures, [](const Outcome* o) { return !properties::is_bad(o->verdict); });
  return failures;
}

Doubts doubts_of(const Run& run) {
  Doubts doubts;
  if (run.strict) return doubts;
  std::map<std::string, std::int64_t> of_kernel;
  const std::vector<const Outcome*> numbered = numbered_outcomes(run);
  for (std::size_t n = 0; n < numbered.size(); ++n) {
    if (properties::is_bad(numbered[n]->verdict)) continue;
    if (++of_kernel[numbered[n]->kernel] <= static_cast<std::int64_t>(Doubts::shown_of_a_kernel))
      doubts.shown.emplace_back(n + 1, numbered[n]);
  }
  for (const Sweep& sweep : run.sweeps) of_kernel[sweep.kernel] += sweep.counts.doubtful();
  for (const auto& [number, doubt] : doubts.shown) --of_kernel[doubt->kernel];
  for (const KernelRecord& kernel : run.kernels)
    if (of_kernel[kernel.name] > 0) doubts.more.emplace_back(kernel.name, of_kernel[kernel.name]);
  return doubts;
}

Headline headline(const Run& run) {
  const Counts counts = totals(run);
  if (run.interrupted) return {"INTERRUPTED", "stopped before the last case; what was seen until then is below"};
  if (counts.bad() > 0 || !run.findings.empty()) {
    std::string why = grouped(counts.violated()) + " violated, " + grouped(counts.faulted()) + " faulted";
    if (!run.findings.empty()) why += ", " + std::to_string(run.findings.size()) + " shrunk to findings";
    return {"FAIL", why};
  }
  if (run.strict && counts.doubtful() > 0)
    return {"FAIL", grouped(counts.doubtful()) + " doubtful, and --strict was asked for"};
  if (counts.holds() == 0) return {"FAIL", "nothing that was run gave evidence"};
  std::string why = grouped(counts.holds()) + " verdicts hold";
  if (counts.doubtful() > 0) why += ", " + grouped(counts.doubtful()) + " doubtful";
  return {"PASS", why + ", none violated"};
}

std::string extent(const Run& run) {
  std::set<std::pair<Origin, std::string>> cases;
  for (const Outcome& outcome : run.outcomes) cases.emplace(outcome.origin, outcome.line);
  std::int64_t swept = 0;
  for (const Sweep& sweep : run.sweeps) swept += sweep.counts.total();
  const auto plural = [](std::int64_t n, const char* what) { return grouped(n) + " " + what + (n == 1 ? "" : "s"); };
  return plural(static_cast<std::int64_t>(cases.size()) + swept, "case") + ", " +
         plural(static_cast<std::int64_t>(run.kernels.size()), "kernel") + ", " +
         plural(totals(run).total(), "verdict");
}

}  // namespace assay::reports
