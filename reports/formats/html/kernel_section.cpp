// SPDX-License-Identifier: Apache-2.0
#include "reports/formats/html/kernel_section.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "reports/record/backend.hpp"
#include "reports/formats/html/chart.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t reasons_shown = 12;

void write_arithmetics(const KernelRecord& kernel, std::ostream& out) {
  for (const JudgedArithmetic& judged : kernel.arithmetics) {
    out << "<p class=\"small\">Judged against <code>" << html(judged.arithmetic) << "</code> <span class=\"soft\">("
        << name_of(judged.source) << ", " << grouped(judged.cases) << (judged.cases == 1 ? " case)" : " cases)")
        << "</span>";
    if (!judged.weaker.empty()) {
      out << " <span class=\"mark doubtful\">weaker than the preset in";
      for (const std::string& field : judged.weaker) out << " " << html(field);
      out << "</span>";
    }
    out << "</p>\n";
  }
}

void write_backend(const KernelRecord& kernel, const Environment& environment, std::ostream& out) {
  out << "<p class=\"small\">Numbers from <span class=\"backend\">" << html(label_of(backend_of(kernel, environment)))
      << "</span></p>\n";
  if (const std::string caveat = caveat_of(kernel); !caveat.empty())
    out << "<p class=\"small\"><span class=\"caveat\">" << html(caveat) << "</span></p>\n";
}

ScatterChart case_chart(const Run& run, const std::string& kernel) {
  ScatterChart chart{"Cases by their largest error in ulps and their largest error over allowed",
                     {"largest error of a case, ulps", 0.1, 1e6},
                     {"error / allowed", 1e-4, 10},
                     {}};
  for (const Outcome& outcome : run.outcomes)
    if (outcome.kernel == kernel && outcome.out.elements > 0)
      chart.points.push_back({outcome.out.ulp_max, outcome.out.ratio_max});
  return chart;
}

void write_figure(const std::string& title, const std::string& svg, std::ostream& out) {
  out << "<figure><h4>" << html(title) << "</h4>\n" << svg << "</figure>\n";
}

void write_charts(const Run& run, const KernelSummary& kernel, std::ostream& out) {
  if (kernel.out.elements == 0) {
    out << "<p class=\"soft small\">No element was compared with the reference.</p>\n";
    return;
  }
  out << "<div class=\"charts\">\n";
  write_figure("Error in ulps, elements", to_svg(ulp_chart(kernel.out)), out);
  write_figure("Error over allowed, elements", to_svg(ratio_chart(kernel.out)), out);
  write_figure("Worst of each case", to_svg(case_chart(run, kernel.kernel->name)), out);
  out << "</div>\n";
}

constexpr const char* statistics[] = {"elements", "worst, ulps", "worst error / allowed", "relative error, 2-norm",
                                      "bias, ulps (each capped at 8)"};

void write_statistic(const char* tensor, const ErrorStatistics& s, std::ostream& out) {
  if (s.elements == 0) return;
  const auto count = static_cast<double>(s.elements);
  const double relative = s.reference_square_sum > 0 ? std::sqrt(s.error_square_sum / s.reference_square_sum) : 0;
  const std::string values[] = {grouped(s.elements), number(s.ulp_max), number(s.ratio_max), number(relative),
                                number(s.signed_ulp_sum / count)};
  out << "<tr><th>" << tensor << "</th>";
  for (std::size_t n = 0; n < std::size(values); ++n)
    out << "<td class=\"number\" data-label=\"" << statistics[n] << "\">" << values[n] << "</td>";
  out << "</tr>\n";
}

void write_statistics(const KernelSummary& kernel, std::ostream& out) {
  if (kernel.out.elements == 0) return;
  out << "<div class=\"wide\"><table class=\"stack\">\n<thead><tr><th>tensor</th>";
  for (const char* name : statistics) out << "<th class=\"number\">" << name << "</th>";
  out << "</tr></thead><tbody>\n";
  write_statistic("out", kernel.out, out);
  write_statistic("lse", kernel.lse, out);
  out << "</tbody></table></div>\n";
}

void write_share(const char* title, const Reasons& reasons, const std::string& share, std::ostream& out) {
  out << "<h4>" << title << ": " << share << "</h4>\n";
  if (reasons.empty()) return;
  out << "<ul class=\"reasons\">\n";
  for (std::size_t n = 0; n < std::min(reasons.size(), reasons_shown); ++n)
    out << "<li>" << html(reasons[n].first) << " <span class=\"soft\">(" << grouped(reasons[n].second)
        << ")</span></li>\n";
  if (reasons.size() > reasons_shown)
    out << "<li class=\"soft\">and " << reasons.size() - reasons_shown << " more reasons</li>\n";
  out << "</ul>\n";
}

void write_worst(const KernelRecord& kernel, std::ostream& out) {
  if (kernel.worst.empty()) return;
  out << "<h4>Worst elements, and what they are allowed is made of</h4>\n";
  for (const WorstElement& worst : kernel.worst) {
    out << "<details><summary><b>" << number(worst.evidence.ratio) << "</b> of what is allowed: <span class=\"mono\">"
        << html(worst.evidence.what) << "</span></summary>\n<p class=\"small soft\">" << html(origin_text(worst.origin))
        << "</p><pre><code>" << html(worst.line) << "</code></pre>\n";
    write_terms_html(worst.evidence, out);
    out << "</details>\n";
  }
}

}  // namespace

const char* tone_of(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::Holds: return "holds";
    case VerdictKind::Doubtful: return "doubtful";
    case VerdictKind::Violated: return "violated";
    case VerdictKind::Faulted: return "faulted";
    case VerdictKind::NoEvidence: return "blind";
    case VerdictKind::NotApplicable: return "refused";
    case VerdictKind::GaveUp: return "gaveup";
  }
  return "";
}

void write_terms_html(const Evidence& evidence, std::ostream& out) {
  if (evidence.terms.empty()) return;
  double largest = 0;
  for (const auto& term : evidence.terms) largest = std::max(largest, term.value);
  out << "<div class=\"terms\"><table><tbody>\n";
  for (const auto& term : evidence.terms) {
    const double share = largest > 0 && std::isfinite(largest) ? 100 * term.value / largest : 100;
    out << "<tr><td class=\"number\">" << number(term.value)
        << "</td><td class=\"scale\"><span class=\"share\" style=\"width:" << std::lround(share)
        << "%\"></span></td><td><b>" << html(term.name) << "</b> <span class=\"soft\">" << html(term.meaning)
        << "</span></td></tr>\n";
  }
  out << "</tbody></table></div>\n";
}

void write_kernel_html(const Run& run, const KernelSummary& kernel, std::size_t number, std::ostream& out) {
  out << "<section class=\"card\" id=\"kernel-" << number << "\">\n<h3>" << html(kernel.kernel->name)
      << "</h3>\n<p class=\"soft small\">" << html(kernel.kernel->description) << "</p>\n";
  write_backend(*kernel.kernel, run.environment, out);
  write_arithmetics(*kernel.kernel, out);
  write_charts(run, kernel, out);
  write_statistics(kernel, out);
  out << "<div class=\"charts\"><div>\n";
  write_share("Refused, share of cases", kernel.refused, refused_share(kernel), out);
  out << "</div><div>\n";
  write_share("No evidence, share of verdicts", kernel.no_evidence,
              percent(kernel.counts.no_evidence(), kernel.counts.total()), out);
  out << "</div></div>\n";
  write_worst(*kernel.kernel, out);
  out << "</section>\n";
}

}  // namespace assay::reports
