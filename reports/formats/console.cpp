// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <tuple>

#include "reports/record/backend.hpp"
#include "reports/judging/known_faults.hpp"
#include "reports/format.hpp"
#include "reports/record/summary.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::formats {
namespace {

constexpr std::size_t failures_shown = 3;  // per kernel, check and verdict; the record has them all
constexpr std::size_t refusals_shown = 3;  // of one kind of cases
constexpr std::size_t faults_shown = 5;    // of those that no case shows

std::string left(const std::string& text, std::size_t width) {
  return text + std::string(text.size() < width ? width - text.size() : 0, ' ');
}
std::string right(const std::string& text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

std::size_t name_width(const Run& run) {
  std::size_t width = 6;
  for (const KernelRecord& kernel : run.kernels) width = std::max(width, readable(kernel.name).size());
  return width;
}

std::string source_of(const JudgedArithmetic& judged) {
  std::string text = describe(judged.source);
  if (judged.weaker.empty()) return text;
  text += "; weaker than the preset in";
  for (const std::string& field : judged.weaker) text += " " + readable(field);
  return text;
}

void write_arithmetics(const Run& run, std::ostream& out) {
  const std::size_t width = name_width(run);
  const auto judged_any = [](const KernelRecord& kernel) { return !kernel.arithmetics.empty(); };
  if (std::ranges::any_of(run.kernels, judged_any)) out << "\nJudged against\n";
  for (const KernelRecord& kernel : run.kernels) {
    std::string name = readable(kernel.name);
    for (const JudgedArithmetic& judged : kernel.arithmetics) {
      out << "  " << left(name, width) << "  " << readable(judged.arithmetic) << "  (" << source_of(judged) << "; "
          << grouped(judged.cases) << (judged.cases == 1 ? " case)\n" : " cases)\n");
      name.clear();
    }
  }
}

/// Kernels that did not run as this machine's own code, what is told of where they did, and what that means.
void write_backends(const Run& run, std::ostream& out) {
  const std::size_t width = name_width(run);
  bool first = true;
  for (const KernelRecord& kernel : run.kernels) {
    const Backend backend = backend_of(kernel, run.environment);
    if (backend.kind == BackendKind::Native) continue;
    if (first) out << "\nWhere the numbers come from\n";
    first = false;
    out << "  " << left(readable(kernel.name), width) << "  " << readable(label_of(backend)) << "\n";
    if (const std::string caveat = caveat_of(kernel); !caveat.empty()) out << "      " << readable(caveat) << "\n";
  }
}

void write_shares(const char* title, const std::vector<KernelSummary>& kernels, bool refused, std::ostream& out) {
  bool first = true;
  for (const KernelSummary& kernel : kernels) {
    const Reasons& reasons = refused ? kernel.refused : kernel.no_evidence;
    if (reasons.empty()) continue;
    if (first) out << "\n" << title << "\n";
    first = false;
    const Counts& counts = kernel.counts;
    out << "  " << readable(kernel.kernel->name) << "  "
        << (refused ? refused_share(kernel) : percent(counts.no_evidence(), counts.total())) << ":";
    const std::size_t shown = std::min<std::size_t>(reasons.size(), 3);
    for (std::size_t n = 0; n < shown; ++n)
      out << (n ? "; " : " ") << readable(reasons[n].first) << " (" << grouped(reasons[n].second) << ")";
    if (reasons.size() > shown) out << "; and " << reasons.size() - shown << " more reasons";
    out << "\n";
  }
}

void write_table(const Run& run, const std::vector<KernelSummary>& kernels, std::ostream& out) {
  const std::size_t width = name_width(run);
  constexpr std::size_t backend_width = 10;
  out << "\n" << left("kernel", width + 2) << left("backend", backend_width);
  for (const properties::VerdictTraits& verdict : properties::all_verdicts)
    out << right(std::string(verdict.word), verdict.word.size() + 2);
  out << right("worst ulps", 12) << right("error/bound", 13) << "\n";
  for (const KernelSummary& kernel : kernels) {
    out << left(readable(kernel.kernel->name), width + 2)
        << left(std::string(name_of(backend_of(*kernel.kernel, run.environment).kind)), backend_width);
    for (const properties::VerdictTraits& verdict : properties::all_verdicts)
      out << right(grouped(kernel.counts[verdict.kind]), verdict.word.size() + 2);
    const bool seen = kernel.out.elements > 0;
    out << right(seen ? number(kernel.out.ulp_max) : "-", 12) << right(seen ? number(kernel.out.ratio_max) : "-", 13)
        << "\n";
  }
  if (std::ranges::none_of(kernels, [](const KernelSummary& kernel) { return kernel.out.elements > 0; })) return;
  out << "worst ulps: in units in the last place of the exact output, many where that is close to zero\n"
         "error/bound: 1 is what a correct kernel may be off\n";
}

void write_naming(const properties::Naming& named, std::ostream& out) {
  if (!named.text.empty()) out << "      " << readable(named.text) << "\n";
}

constexpr const char* numbers_mean = "assay explain verdict REPORT.json:N tells more of [N]";

/// What the number behind a suspect's name is.
constexpr const char* residual_means =
    "  residual: error over what is allowed around that reading, at most 1 explains (see `assay explain suspect "
    "NAME`)\n";

bool tells_residual(const properties::Naming& named) { return named.text.find(", residual ") != std::string::npos; }

/// A failure, a doubt or a finding.
template <class Told>
void write_entry(std::size_t number, const Told& told, const std::map<std::string, Backend>& backends,
                 std::ostream& out) {
  out << "  [" << number << "] " << readable(with_backend(told.kernel, backends)) << "  " << readable(told.check)
      << "  " << properties::name_of(told.verdict) << ": " << readable(properties::reason_of(told.verdict)) << "\n";
  write_naming(told.named, out);
  out << "      " << replay_command(told) << "\n";
}

void write_failures(const Run& run, std::ostream& out) {
  const auto backends = backends_of(run);
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> written;
  const std::vector<const Outcome*> numbered = numbered_outcomes(run);
  std::size_t more = 0;
  const std::vector<const Outcome*> failures = failures_of(run);
  if (!failures.empty()) out << "\nFailures (" << numbers_mean << ")\n";
  if (std::ranges::any_of(failures, [](const Outcome* failure) { return tells_residual(failure->named); }))
    out << residual_means;
  for (const Outcome* failure : failures) {
    const std::string verdict = properties::name_of(failure->verdict);
    if (++written[{failure->kernel, failure->check, verdict}] > failures_shown) {
      ++more;
      continue;
    }
    write_entry(static_cast<std::size_t>(std::ranges::find(numbered, failure) - numbered.begin()) + 1, *failure,
                backends, out);
  }
  for (const auto& [what, count] : written)
    if (count > failures_shown)
      out << "  " << readable(std::get<0>(what)) << "  " << readable(std::get<1>(what)) << "  " << std::get<2>(what)
          << ": " << grouped(count - failures_shown) << " more\n";
  if (more > 0)
    out << "  not shown: " << grouped(more) << " of " << grouped(failures.size())
        << "; the json and junit reports have them all (--out DIR writes both)\n";
}

void write_findings(const Run& run, std::ostream& out) {
  const auto backends = backends_of(run);
  if (!run.findings.empty()) out << "\nFindings, shrunk to the smallest case (" << numbers_mean << ")\n";
  if (std::ranges::any_of(run.findings, tells_residual, &Finding::named)) out << residual_means;
  std::size_t number = numbered_outcomes(run).size();
  for (const Finding& finding : run.findings) {
    write_entry(++number, finding, backends, out);
    if (!finding.suspect_before.empty())
      out << "      before it was shrunk, another suspect explained it: " << readable(finding.suspect_before) << "\n";
  }
}

void write_doubts(const Run& run, std::ostream& out) {
  const auto backends = backends_of(run);
  const Doubts doubts = doubts_of(run);
  if (!doubts.empty()) out << "\n" << doubts_title << " (" << numbers_mean << ")\n";
  for (const auto& [number, doubt] : doubts.shown) write_entry(number, *doubt, backends, out);
  for (const auto& [kernel, more] : doubts.more)
    out << "  " << readable(kernel) << "  doubtful: " << grouped(more) << " not shown\n";
}

void write_uncovered(const Uncovered& u, std::ostream& out) {
  out << "  " << name_of(u.what) << " " << readable(u.name) << ": " << readable(u.reason);
  if (u.count > 1) out << " (" << grouped(u.count) << ")";
  out << "\n";
}

/// Options are refused in as many combinations as cases have: the most frequent ones, and a count.
void write_refusals(std::vector<const Uncovered*> refusals, std::ostream& out) {
  std::ranges::stable_sort(refusals, std::greater<>{}, &Uncovered::count);
  const std::size_t shown = std::min(refusals.size(), refusals_shown);
  for (std::size_t n = 0; n < shown; ++n) write_uncovered(*refusals[n], out);
  std::int64_t times = 0;
  for (std::size_t n = shown; n < refusals.size(); ++n) times += refusals[n]->count;
  if (times > 0)
    out << "  " << name_of(refusals.front()->what) << " " << readable(refusals.front()->name) << ": refused for "
        << grouped(refusals.size() - shown) << " other reasons (" << grouped(times) << "); the record has them\n";
}

/// There may be a hundred and more: their number and the first.
void write_faults(const Uncovered& u, std::ostream& out) {
  std::istringstream names(u.name);
  std::string some;
  std::size_t shown = 0;
  for (std::string name; shown < faults_shown && names >> name; ++shown) some += (shown ? ", " : "") + name;
  out << "  faults: " << grouped(u.count) << (u.count == 1 ? " planted fault" : " planted faults")
      << " that these cases could not have shown (" << readable(u.reason) << "),\n      "
      << (static_cast<std::int64_t>(shown) < u.count ? "as " : "") << readable(some);
  if (static_cast<std::int64_t>(shown) < u.count) out << "; the json and HTML reports name them all";
  out << "\n";
}

void write_uncovered(const Run& run, std::ostream& out) {
  if (!run.uncovered.empty()) out << "\nNot covered\n";
  std::set<std::string> properties;
  std::map<std::pair<Uncovered::Kind, std::string>, std::vector<const Uncovered*>> refusals;
  std::int64_t times = 0;
  for (const Uncovered& u : run.uncovered) {
    if (u.what == Uncovered::Kind::Property) {
      properties.insert(u.name);
      times += u.count;
    } else if (u.what == Uncovered::Kind::Fault) {
      write_faults(u, out);
    } else if (u.is_refusal()) {
      refusals[{u.what, u.name}].push_back(&u);
    } else {
      write_uncovered(u, out);
    }
  }
  for (auto& [what, reasons] : refusals) write_refusals(std::move(reasons), out);
  if (times > 0)
    out << "  properties: " << properties.size() << " did not apply to some case, " << grouped(times)
        << " times in all; the record and the HTML report say why\n";
}

void write(const Run& run, std::ostream& out) {
  const std::vector<KernelSummary> kernels = summarise(run);
  const Headline line = headline(run);
  out << "assay " << readable(run.environment.assay) << ": " << extent(run) << ", " << duration(run.milliseconds)
      << (run.sweeps.empty() ? "" : ", seed " + std::to_string(run.seed)) << "\n";
  write_backends(run, out);
  write_arithmetics(run, out);
  write_shares("Refused, share of cases", kernels, true, out);
  write_shares("No evidence, share of verdicts", kernels, false, out);
  write_failures(run, out);
  write_findings(run, out);
  write_doubts(run, out);
  write_uncovered(run, out);
  if (!run.catalogue.empty()) out << "\nShown to catch: " << catalogue_line(run) << "\n";
  write_table(run, kernels, out);
  out << "\n" << line.word << ": " << line.why << "\n";
}

}  // namespace

Format console() {
  return {
      "console", "txt",
      "for a person at a terminal: what applied, what was refused, counts, failures with the line that repeats them",
      write};
}

}  // namespace assay::reports::formats
