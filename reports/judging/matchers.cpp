// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/matchers.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <set>
#include <system_error>
#include <utility>

#include "fuzz/shrink.hpp"
#include "fuzz/trial.hpp"
#include "impls/registry.hpp"
#include "properties/call.hpp"
#include "properties/property.hpp"
#include "reference/model/contract.hpp"
#include "reports/judging/judge_run.hpp"
#include "reports/judging/requirement.hpp"
#include "reports/record/summary.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {

/// Where the cases come from, and whether each of them must be taken by the kernel.
struct AttentionMatcher::Cases {
  std::string description;
  std::vector<Exhibit> exhibits;
  bool each = true;  ///< false: a refused case is left out, as in a suite
};

namespace {

using fuzz::Shrunk;
using fuzz::Trial;
using properties::name_of;
using properties::reason_of;

std::string told(const Verdict& verdict) {
  const std::string reason = reason_of(verdict);
  return name_of(verdict) + (reason.empty() ? "" : ": " + readable(reason));
}

bool fails(const Outcome& outcome, bool strict) {
  return properties::is_bad(outcome.verdict) ||
         (strict && std::holds_alternative<properties::Doubtful>(outcome.verdict));
}

/// Whether `assay replay` finds this kernel by its name: a library's path, or a built-in one.
bool is_known_to_program(const impls::KernelPointer& kernel) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(kernel->name(), ignored)) return true;
  try {
    return impls::find_kernel(kernel->name()) == kernel;
  } catch (const UsageError&) {
    return false;
  }
}

/// The line of code, and the command where there is one, that judges the case again.
std::string replay_of(const impls::KernelPointer& kernel, const std::string& line, const MatchOptions& options) {
  std::string text = "  replay        EXPECT_THAT(kernel, ComputesAttention(\"" + line + "\"))\n";
  if (!is_known_to_program(kernel)) return text;
  const std::string command = "assay replay " + shell_quote(line) + " " + shell_word(kernel->name());
  return text + "                " + repeat_with(command, options.required) + "\n";
}

/// A fault costs a process each time it is tried, a hang its whole limit.
int evaluations_for(const Verdict& verdict, int evaluations_max) {
  constexpr int faults_max = 200;
  const auto* fault = std::get_if<properties::Faulted>(&verdict);
  if (!fault) return evaluations_max;
  return fault->kind == FaultKind::Hang ? 0 : std::min(faults_max, evaluations_max);
}

Shrunk smallest_of(const impls::KernelPointer& kernel, const Outcome& outcome, const MatchOptions& options) {
  const fuzz::Subject subject{kernel, options.required};
  const auto again = [&](const Case& smaller) { return fuzz::try_case(subject, smaller, outcome.check); };
  return fuzz::shrink(parse_case(outcome.line), {outcome.check, outcome.verdict, 0}, again,
                      evaluations_for(outcome.verdict, options.shrink_evaluations_max));
}

/// The first failure in full, the checks that failed besides by name.
std::string tell_failures(const impls::KernelPointer& kernel, const std::vector<const Outcome*>& failures,
                          const MatchOptions& options) {
  const Outcome& first = *failures.front();
  const Shrunk shrunk = smallest_of(kernel, first, options);
  const Case& smallest = shrunk.smallest;
  const properties::Requirement judged = properties::requirement_of(*kernel, smallest.problem, options.required);
  std::string text = "  " + told(shrunk.trial.verdict) + "\n  caught by     " + first.check;
  if (first.check == fuzz::reference_check)
    text += ", within the bound of " + to_text(judged.arithmetic) + " (" + describe(judged.source) + ")";
  else
    text += ": " + std::string(properties::find_property(first.check).claim);
  if (!first.named.text.empty()) text += "\n  " + readable(first.named.text);
  text += "\n  smallest case " + to_text(smallest) + "\n" + replay_of(kernel, to_text(smallest), options);
  if (first.line != to_text(smallest))
    text += "  met on        " + first.line + "\n                " + told(first.verdict) + "\n";
  std::set<std::string> others;
  for (const Outcome* outcome : failures)
    if (outcome->check != first.check) others.insert(outcome->check);
  for (const std::string& other : others) text += "  failed too    " + other + "\n";
  return text;
}

/// Why a case that the kernel had to compute is no evidence that it did; empty if it is.
std::string missing_evidence(const Outcome& outcome) {
  if (outcome.check != fuzz::reference_check) return "";
  const bool seen = std::holds_alternative<properties::Holds>(outcome.verdict) ||
                    std::holds_alternative<properties::Doubtful>(outcome.verdict);
  return seen ? "" : "  " + told(outcome.verdict) + "\n  case          " + outcome.line + "\n";
}

/// Why all that was seen does not say that the kernel computes attention; empty if it does.
std::string shortage(const Run& run, bool each) {
  if (each)
    for (const Outcome& outcome : run.outcomes)
      if (const std::string text = missing_evidence(outcome); !text.empty()) return text;
  if (totals(run).holds() > 0) return "";
  std::string text = "  no verdict holds\n";
  for (const Uncovered& u : run.uncovered)
    text += "  " + std::string(name_of(u.what)) + " " + u.name + ": " + readable(u.reason) + "\n";
  return text;
}

std::string tell_success(const Run& run) {
  const KernelSummary summary = summarise(run).front();
  std::string text = grouped(summary.counts.holds()) + " of " + grouped(summary.counts.total()) + " verdicts hold";
  if (summary.out.elements > 0) text += ", largest error over allowed " + number(summary.out.ratio_max);
  return text;
}

Run judge(const impls::KernelPointer& kernel, const AttentionMatcher::Cases& cases, const MatchOptions& options) {
  CampaignOptions campaign;
  campaign.kernels = {kernel};
  campaign.exhibits = cases.exhibits;
  campaign.required = options.required;
  campaign.threads = options.threads;
  select_checks(options.checks, campaign);
  Run run;
  run.strict = options.strict;
  judge_all(campaign, run);
  return run;
}

AttentionMatcher matcher_of(const Case& the_case, MatchOptions options) {
  return {{to_text(the_case), {{.source = the_case}}, true}, std::move(options)};
}

}  // namespace

AttentionMatcher::AttentionMatcher(Cases cases, MatchOptions options)
    : cases_(std::make_shared<const Cases>(std::move(cases))),
      options_(std::move(options)) {}

bool AttentionMatcher::MatchAndExplain(const impls::KernelPointer& kernel, std::ostream* listener) const {
  if (!kernel) {
    if (listener) *listener << "there is none";
    return false;
  }
  const Run run = judge(kernel, *cases_, options_);
  std::vector<const Outcome*> failures;
  for (const Outcome& outcome : run.outcomes)
    if (fails(outcome, options_.strict)) failures.push_back(&outcome);
  const std::string lack = failures.empty() ? shortage(run, cases_->each) : "";
  if (listener) {
    if (!failures.empty())
      *listener << "a failure of " << readable(kernel->name()) << "\n" << tell_failures(kernel, failures, options_);
    else if (!lack.empty())
      *listener << "nothing shows that " << readable(kernel->name()) << " does\n" << lack;
    else
      *listener << tell_success(run);
  }
  return failures.empty() && lack.empty();
}

bool AttentionMatcher::MatchAndExplain(const impls::Kernel& kernel, std::ostream* listener) const {
  return MatchAndExplain(impls::KernelPointer(&kernel, [](const impls::Kernel*) {}), listener);
}

void AttentionMatcher::DescribeTo(std::ostream* stream) const {
  *stream << "computes attention on " << cases_->description;
}

void AttentionMatcher::DescribeNegationTo(std::ostream* stream) const {
  *stream << "does not compute attention on " << cases_->description;
}

AttentionMatcher ComputesAttention(std::string_view line, MatchOptions options) {
  return matcher_of(parse_case(line), std::move(options));
}

AttentionMatcher ComputesAttention(const Case& the_case, MatchOptions options) {
  check_recipe(the_case.problem, the_case.recipe);
  return matcher_of(the_case, std::move(options));
}

AttentionMatcher ComputesAttention(const Problem& problem, MatchOptions options) {
  validate(problem);
  return matcher_of({problem, {}}, std::move(options));
}

AttentionMatcher ComputesAttentionOn(const std::vector<std::string>& lines, MatchOptions options) {
  AttentionMatcher::Cases cases{"each of " + std::to_string(lines.size()) + " cases", {}, true};
  for (const std::string& line : lines) cases.exhibits.push_back({.source = parse_case(line)});
  return {std::move(cases), std::move(options)};
}

AttentionMatcher ComputesAttentionOnSuite(const std::string& suite, MatchOptions options) {
  std::vector<Exhibit> exhibits = exhibits_of_suite(suite, options.checks);
  return {{"the cases of suite " + suite + " that it takes", std::move(exhibits), false}, std::move(options)};
}

}  // namespace assay::reports

namespace assay::impls {

void PrintTo(const KernelPointer& kernel, std::ostream* stream) {
  if (kernel)
    PrintTo(*kernel, stream);
  else
    *stream << "no kernel";
}

void PrintTo(const Kernel& kernel, std::ostream* stream) {
  *stream << reports::readable(kernel.name()) << " (" << reports::readable(kernel.description()) << ")";
}

}  // namespace assay::impls
