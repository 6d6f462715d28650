// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <ostream>

#include "reports/formats/html/assets.hpp"
#include "reports/record/backend.hpp"
#include "reports/format.hpp"
#include "reports/formats/html/faults_section.hpp"
#include "reports/formats/html/rules_section.hpp"
#include "reports/formats/html/kernel_section.hpp"
#include "reports/formats/html/unseen_section.hpp"
#include "reports/record/summary.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::formats {
namespace {

constexpr std::size_t failures_shown = 60;  // the record has them all

std::string escaped(std::string_view text) { return reports::html(text); }

void write_headline(const Run& run, std::ostream& out) {
  const Headline line = headline(run);
  const char* tone = line.word == "PASS" ? "holds" : line.word == "FAIL" ? "violated" : "doubtful";
  out << "<header>\n<p class=\"soft small\">Assay " << escaped(run.environment.assay) << " report";
  if (!run.environment.date.empty()) out << ", " << escaped(run.environment.date);
  out << "</p>\n<div class=\"headline " << tone << "\"><h1><strong>" << line.word << "</strong></h1>\n<p>"
      << escaped(line.why) << "</p></div>\n<p class=\"soft\">" << extent(run) << ", " << duration(run.milliseconds)
      << (run.sweeps.empty() ? "" : ", seed " + std::to_string(run.seed)) << (run.strict ? ", strict" : "")
      << "</p>\n<pre><code>" << escaped(run.command) << "</code></pre>\n</header>\n";
}

void write_tiles(const Run& run, std::ostream& out) {
  const Counts counts = totals(run);
  out << "<ul class=\"tiles\">\n";
  for (const properties::VerdictTraits& verdict : properties::all_verdicts)
    out << "<li class=\"" << tone_of(verdict.kind) << (counts[verdict.kind] == 0 ? " none" : "") << "\"><b>"
        << grouped(counts[verdict.kind]) << "</b>" << verdict.word << "</li>\n";
  out << "</ul>\n";
}

// A cell shows what is worst first; the word is always there, colour only helps.
void write_cell(const Counts& counts, std::ostream& out) {
  auto worst_first = properties::all_verdicts;
  std::ranges::sort(worst_first, std::greater<>{}, &properties::VerdictTraits::weight);
  out << "<td>";
  for (const properties::VerdictTraits& verdict : worst_first)
    if (counts[verdict.kind] > 0)
      out << "<span class=\"mark " << tone_of(verdict.kind) << "\">" << grouped(counts[verdict.kind]) << " "
          << verdict.word << "</span>";
  out << (counts.total() == 0 ? "<span class=\"soft\">not run</span></td>" : "</td>");
}

void write_verdicts(const Run& run, const std::vector<KernelSummary>& kernels, std::ostream& out) {
  out << "<h2 id=\"verdicts\">Verdicts by check and kernel</h2>\n";
  if (kernels.size() > 1) out << "<p class=\"hint\">" << kernels.size() << " kernels side by side: scroll</p>\n";
  out << "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"verdicts\"><table class=\"verdicts\">\n"
         "<thead><tr><th>check</th>";
  for (std::size_t n = 0; n < kernels.size(); ++n)
    out << "<th><a href=\"#kernel-" << n + 1 << "\">" << html_name(kernels[n].kernel->name)
        << "</a> <span class=\"backend\">" << name_of(backend_of(*kernels[n].kernel, run.environment).kind)
        << "</span></th>";
  out << "</tr></thead>\n<tbody>\n";
  for (const std::string& check : checks_of(run)) {
    out << "<tr><th>" << html_name(check) << "</th>";
    for (const KernelSummary& kernel : kernels) {
      const auto found = kernel.checks.find(check);
      write_cell(found == kernel.checks.end() ? Counts{} : found->second, out);
    }
    out << "</tr>\n";
  }
  out << "</tbody></table></div>\n";
}

/// A failure, a doubt or a finding.
template <class Failed>
void write_entry(std::size_t number, const Failed& failed, const std::map<std::string, Backend>& backends,
                 std::ostream& out) {
  out << "<article class=\"card failure " << tone_of(properties::kind_of(failed.verdict)) << "\">\n<h3>[" << number
      << "] " << escaped(with_backend(failed.kernel, backends)) << " <span class=\"soft\">" << escaped(failed.check)
      << "</span> <span class=\"mark\">" << properties::name_of(failed.verdict) << "</span></h3>\n<p>"
      << escaped(properties::reason_of(failed.verdict)) << "</p>\n";
  if (!failed.named.text.empty()) out << "<p>" << escaped(failed.named.text) << "</p>\n";
  if (const auto* violated = std::get_if<properties::Violated>(&failed.verdict))
    write_terms_html(violated->evidence, out);
  out << "<pre><code>" << escaped(replay_command(failed)) << "</code></pre>\n</article>\n";
}

void write_numbers_mean(std::ostream& out) {
  out << "<p class=\"soft small\"><code>assay explain verdict REPORT.json:N</code> tells more of [N].</p>\n";
}

void write_failures(const Run& run, std::ostream& out) {
  const auto backends = backends_of(run);
  if (!run.findings.empty()) out << "<h2 id=\"findings\">Findings, shrunk to the smallest case</h2>\n";
  if (!run.findings.empty()) write_numbers_mean(out);
  const std::vector<const Outcome*> numbered = numbered_outcomes(run);
  std::size_t number = numbered.size();
  for (const Finding& finding : run.findings) write_entry(++number, finding, backends, out);
  const std::vector<const Outcome*> failures = failures_of(run);
  if (!failures.empty()) out << "<h2 id=\"failures\">Failures</h2>\n";
  if (!failures.empty()) write_numbers_mean(out);
  for (std::size_t n = 0; n < std::min(failures.size(), failures_shown); ++n)
    write_entry(static_cast<std::size_t>(std::ranges::find(numbered, failures[n]) - numbered.begin()) + 1, *failures[n],
                backends, out);
  if (failures.size() > failures_shown)
    out << "<p class=\"soft\">" << failures.size() - failures_shown << " more in the JSON record.</p>\n";
}

void write_doubts(const Run& run, std::ostream& out) {
  const auto backends = backends_of(run);
  const Doubts doubts = doubts_of(run);
  if (doubts.empty()) return;
  out << "<h2 id=\"doubts\">" << doubts_title << "</h2>\n";
  write_numbers_mean(out);
  for (const auto& [number, doubt] : doubts.shown) write_entry(number, *doubt, backends, out);
  for (const auto& [kernel, more] : doubts.more)
    out << "<p class=\"soft\">" << escaped(kernel) << ": " << grouped(more) << " doubtful not shown.</p>\n";
}

void write_environment(const Environment& e, std::ostream& out) {
  const auto entry = [&](const char* name, const std::string& value) {
    out << "<dt>" << name << "</dt><dd>" << escaped(value) << "</dd>\n";
  };
  out << "<h2 id=\"environment\">Environment</h2>\n<dl class=\"card\">\n";
  entry("Assay", e.assay);
  entry("Compiler", e.compiler);
  entry("Processor", e.cpu);
  entry("Hardware threads", std::to_string(e.cores));
  entry("System", e.os);
  entry("Isolation", e.isolation);
  out << "</dl>\n";
}

void write(const Run& run, std::ostream& out) {
  const std::vector<KernelSummary> kernels = summarise(run);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         // Kernel strings are escaped; if one ever were not, the browser still runs no script and loads nothing.
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Assay: "
      << headline(run).word << "</title>\n<style>\n"
      << report_css() << "</style>\n</head>\n<body>\n<main>\n";
  write_headline(run, out);
  write_tiles(run, out);
  write_unseen_html(run, kernels, out);
  write_verdicts(run, kernels, out);
  write_failures(run, out);
  write_doubts(run, out);
  out << "<h2 id=\"kernels\">Kernels</h2>\n";
  for (std::size_t n = 0; n < kernels.size(); ++n) write_kernel_html(run, kernels[n], n + 1, out);
  write_uncovered_html(run, kernels, out);
  write_catalogue_html(run, out);
  write_comparison_html(run, out);
  write_environment(run.environment, out);
  out << "</main>\n</body>\n</html>\n";
}

}  // namespace

Format html() {
  return {"html", "html",
          "for reading: one file, no script, no network; what was not seen, verdicts, error charts, worst elements",
          write};
}

}  // namespace assay::reports::formats
