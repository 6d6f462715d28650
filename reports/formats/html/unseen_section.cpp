// SPDX-License-Identifier: Apache-2.0
#include "reports/formats/html/unseen_section.hpp"

#include <algorithm>
#include <ostream>
#include <set>
#include <string>

#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

/// What a section tells of; each has an anchor of its own.
enum class Group { LeftOut, Faults, Properties };

Group group_of(const Uncovered& u) {
  if (u.what == Uncovered::Kind::Fault) return Group::Faults;
  return u.what == Uncovered::Kind::Property ? Group::Properties : Group::LeftOut;
}

std::vector<const Uncovered*> members_of(Group group, const Run& run) {
  std::vector<const Uncovered*> members;
  for (const Uncovered& u : run.uncovered)
    if (group_of(u) == group) members.push_back(&u);
  return members;
}

std::string plural(std::size_t count, const std::string& one, const std::string& more) {
  return grouped(static_cast<std::int64_t>(count)) + " " + (count == 1 ? one : more);
}

void write_line(const char* anchor, const std::string& count, const std::string& what, std::ostream& out) {
  out << "<li><a href=\"#" << anchor << "\"><b>" << count << "</b></a> " << what << "</li>\n";
}

/// "13 to 114": by kernel, how many faults no case shows.
std::string range_of(const std::vector<const Uncovered*>& faults) {
  const auto [least, most] =
      std::ranges::minmax_element(faults, {}, [](const Uncovered* faults_of) { return faults_of->count; });
  const std::string high = grouped((*most)->count);
  return (*least)->count == (*most)->count ? high : grouped((*least)->count) + " to " + high;
}

void write_uncovered_lines(const Run& run, std::ostream& out) {
  if (const auto faults = members_of(Group::Faults, run); !faults.empty())
    write_line("unseen-faults", range_of(faults) + " planted faults", "that no case of this run could have shown", out);
  if (const auto left = members_of(Group::LeftOut, run); !left.empty())
    write_line("left-out", plural(left.size(), "thing", "things"), "left out of this run, or never judged", out);
  std::set<std::string> properties;
  for (const Uncovered* u : members_of(Group::Properties, run)) properties.insert(u->name);
  if (!properties.empty())
    write_line("skipped-properties", plural(properties.size(), "property", "properties"), "did not apply to some case",
               out);
}

void write_reason(const Reasons& reasons, std::ostream& out) {
  if (reasons.empty()) return;
  out << html(reasons[0].first);
  if (reasons.size() > 1)
    out << " <span class=\"soft\">and " << plural(reasons.size() - 1, "other reason", "other reasons") << "</span>";
}

void write_shares(const std::vector<KernelSummary>& kernels, std::ostream& out) {
  out << "<h3 id=\"refused\">Refused and without evidence, by kernel</h3>\n<div class=\"wide\">"
         "<table class=\"stack\">\n<thead><tr><th>kernel</th><th>refused, of its cases</th><th>most often because</th>"
         "<th>no evidence, of its verdicts</th><th>most often because</th></tr></thead>\n<tbody>\n";
  for (std::size_t n = 0; n < kernels.size(); ++n) {
    const KernelSummary& kernel = kernels[n];
    out << "<tr><th><a href=\"#kernel-" << n + 1 << "\">" << html_name(kernel.kernel->name)
        << "</a></th><td data-label=\"refused, of its cases\">" << refused_share(kernel)
        << "</td><td data-label=\"most often because\">";
    write_reason(kernel.refused, out);
    out << "</td><td data-label=\"no evidence, of its verdicts\">"
        << percent(kernel.counts.no_evidence(), kernel.counts.total()) << "</td><td data-label=\"most often because\">";
    write_reason(kernel.no_evidence, out);
    out << "</td></tr>\n";
  }
  out << "</tbody></table></div>\n";
}

void write_table(const std::vector<const Uncovered*>& members, std::ostream& out) {
  out << "<div class=\"wide\"><table class=\"stack uncovered\">\n<thead><tr><th>what</th><th>name</th><th>why</th>"
         "<th class=\"number\">times</th></tr></thead><tbody>\n";
  for (const Uncovered* u : members)
    out << "<tr><td data-label=\"what\">" << name_of(u->what) << "</td><td data-label=\"name\">" << html_name(u->name)
        << "</td><td data-label=\"why\">" << html(u->reason) << "</td><td class=\"number\" data-label=\"times\">"
        << grouped(u->count) << "</td></tr>\n";
  out << "</tbody></table></div>\n";
}

/// Faults come as one list of names an entry, up to all of them.
void write_faults(const std::vector<const Uncovered*>& faults, std::ostream& out) {
  if (faults.empty()) return;
  out << "<h3 id=\"unseen-faults\">Planted faults that no case could have shown</h3>\n<div class=\"card folds\">\n";
  for (const Uncovered* u : faults)
    out << "<details><summary><b>" << grouped(u->count) << "</b>: " << html(u->reason)
        << "</summary>\n<p class=\"names mono\">" << html(u->name) << "</p></details>\n";
  out << "</div>\n";
}

}  // namespace

void write_unseen_html(const Run& run, const std::vector<KernelSummary>& kernels, std::ostream& out) {
  const Counts counts = totals(run);
  const auto of_all = [&](std::int64_t part) { return grouped(part) + " of " + grouped(counts.total()) + " verdicts"; };
  const auto refusing =
      std::ranges::count_if(kernels, [](const KernelSummary& kernel) { return kernel.counts.not_applicable() > 0; });
  out << "<section class=\"card unseen\"><h2>Refused, not seen, not covered</h2>\n<ul>\n";
  write_line("refused", of_all(counts.not_applicable()),
             "not applicable: refused by " + plural(static_cast<std::size_t>(refusing), "kernel", "kernels"), out);
  write_line("refused", of_all(counts.no_evidence()), "without evidence: the case could not have shown a fault", out);
  if (counts.gave_up() > 0)
    write_line("verdicts", of_all(counts.gave_up()), "given up: the reference reached its limit", out);
  write_uncovered_lines(run, out);
  out << "</ul>\n</section>\n<nav class=\"small\"><a href=\"#verdicts\">Verdicts</a>";
  if (!run.findings.empty()) out << " <a href=\"#findings\">Findings</a>";
  if (!failures_of(run).empty()) out << " <a href=\"#failures\">Failures</a>";
  if (!doubts_of(run).empty()) out << " <a href=\"#doubts\">Doubts</a>";
  out << " <a href=\"#kernels\">Kernels</a> <a href=\"#uncovered\">Not covered</a>";
  if (!run.catalogue.empty()) out << " <a href=\"#catalogue\">Planted faults</a>";
  if (!run.rules.empty()) out << " <a href=\"#rules\">Other rules</a>";
  out << " <a href=\"#environment\">Environment</a></nav>\n";
}

void write_uncovered_html(const Run& run, const std::vector<KernelSummary>& kernels, std::ostream& out) {
  out << "<h2 id=\"uncovered\">What was refused, not seen and not covered</h2>\n";
  write_shares(kernels, out);
  if (run.uncovered.empty()) out << "<p class=\"soft\">Nothing was left out that this build knows of.</p>\n";
  write_faults(members_of(Group::Faults, run), out);
  if (const auto left = members_of(Group::LeftOut, run); !left.empty()) {
    out << "<h3 id=\"left-out\">Left out</h3>\n";
    write_table(left, out);
  }
  if (const auto properties = members_of(Group::Properties, run); !properties.empty()) {
    out << "<h3 id=\"skipped-properties\">Properties that did not apply to some case</h3>\n<details>"
           "<summary>Which, why and how often</summary>\n";
    write_table(properties, out);
    out << "</details>\n";
  }
}

}  // namespace assay::reports
