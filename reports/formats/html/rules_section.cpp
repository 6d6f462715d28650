// SPDX-License-Identifier: Apache-2.0
#include "reports/formats/html/rules_section.hpp"

#include <ostream>
#include <string>

#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

void write_share(const std::string& label, std::int64_t part, std::int64_t whole, std::ostream& out) {
  out << "<td class=\"number\" data-label=\"" << html(label) << "\" title=\"" << grouped(part) << " of "
      << grouped(whole) << "\">" << fine_percent(part, whole) << "</td>";
}

void write_rule(const ComparedRule& rule, std::ostream& out) {
  out << "<tr" << (rule.claim.empty() ? " class=\"ours\"" : "") << "><th>" << html(rule.name);
  if (!rule.claim.empty()) out << "<br><span class=\"soft small\">" << html(rule.claim) << "</span>";
  out << "</th>";
  for (const ComparedRule::Measured& m : rule.measured) {
    write_share("faults found, " + m.formats, m.found, m.manifest, out);
    write_share("false alarms, " + m.formats, m.alarms, m.runs, out);
  }
  out << "</tr>\n";
}

}  // namespace

void write_comparison_html(const Run& run, std::ostream& out) {
  if (run.rules.empty()) return;
  out << "<h2 id=\"rules\">Beside the rules in use</h2>\n<p>The same outputs of deliberately wrong and of honest "
         "kernels, judged by Assay and by the rules that other projects accept kernels by. Found: of the runs whose "
         "error is at least twice the honest twin's, or not finite. False alarms: of the honest twins' runs.</p>\n"
         "<p class=\"soft small\">Not measured in this run: recorded in <code>fuzz/measure/campaigns/rules.tsv</code>, "
         "which was built in, by the following; the number is that of seeds. "
         "<code>fuzz/measure/campaigns/power.md</code> tells more.</p>\n<pre><code>ninja -C build/dev assay_measure\n"
      << html(run.rules_command) << "</code></pre>\n<div class=\"wide\"><table class=\"stack rules\">\n"
      << "<thead><tr><th>rule</th>";
  for (const ComparedRule::Measured& m : run.rules.front().measured)
    out << "<th class=\"number\">faults found,<br>" << html(m.formats) << "</th><th class=\"number\">false alarms,<br>"
        << html(m.formats) << "</th>";
  out << "</tr></thead>\n<tbody>\n";
  for (const ComparedRule& rule : run.rules) write_rule(rule, out);
  out << "</tbody></table></div>\n";
}

}  // namespace assay::reports
