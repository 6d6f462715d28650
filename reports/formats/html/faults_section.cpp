// SPDX-License-Identifier: Apache-2.0
#include "reports/formats/html/faults_section.hpp"

#include <algorithm>
#include <ostream>
#include <set>
#include <string>

#include "reports/judging/known_faults.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

/// What stands at the head of a column, each once.
struct Columns {
  std::set<std::string> suites, properties;
};

Columns columns_of(const Run& run) {
  Columns columns;
  for (const PlantedFault& fault : run.catalogue) {
    for (const PlantedFault::Suite& suite : fault.suites) columns.suites.insert(suite.name);
    columns.properties.insert(fault.properties.begin(), fault.properties.end());
  }
  return columns;
}

void write_head(const Columns& columns, std::ostream& out) {
  out << "<thead><tr><th>fault</th>";
  for (const std::string& suite : columns.suites) out << "<th class=\"number\">" << html(suite) << "</th>";
  for (const std::string& property : columns.properties)
    out << "<th class=\"upright\"><span>" << html(property) << "</span></th>";
  out << "</tr></thead>\n";
}

void write_row(const PlantedFault& fault, const Columns& columns, std::ostream& out) {
  out << "<tr><th><span class=\"mono\">" << html_name(fault.name) << "</span><br><span class=\"soft small\">"
      << html(fault.broken) << "</span></th>";
  for (const std::string& name : columns.suites) {
    const auto suite = std::ranges::find(fault.suites, name, &PlantedFault::Suite::name);
    if (suite == fault.suites.end())
      out << "<td class=\"number soft\">-</td>";
    else
      out << "<td class=\"number" << (suite->killed > 0 ? "" : " soft") << "\">" << grouped(suite->killed) << "/"
          << grouped(suite->cases) << "</td>";
  }
  for (const std::string& property : columns.properties)
    out << (std::ranges::count(fault.properties, property) > 0 ? "<td class=\"kill\">\u25cf</td>" : "<td></td>");
  out << "</tr>\n";
}

}  // namespace

void write_catalogue_html(const Run& run, std::ostream& out) {
  if (run.catalogue.empty()) return;
  const Columns columns = columns_of(run);
  out << "<h2 id=\"catalogue\">What the checks are shown to catch</h2>\n<p>Deliberately wrong kernels are planted in "
         "every build: "
      << html(catalogue_line(run))
      << ".</p>\n<p class=\"soft small\">Not measured in this run: recorded in "
         "<code>properties/sensitivity/kill_matrix.txt</code>, which was built in, by</p>\n"
         "<pre><code>ninja -C build/dev assay_measure\nbuild/dev/bin/assay-measure kills &gt; "
         "properties/sensitivity/kill_matrix.txt</code></pre>\n"
         "<details><summary>Every planted fault, and which check kills it</summary>\n"
         "<p class=\"soft small\">Under a suite: cases on which the comparison with the reference kills the fault, of "
         "those that it takes. Under a property: a dot where it kills it. No dot: not in the few "
         "cases asked; others may show it.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
         "aria-label=\"planted faults\"><table class=\"catalogue\">\n";
  write_head(columns, out);
  out << "<tbody>\n";
  for (const PlantedFault& fault : run.catalogue) write_row(fault, columns, out);
  out << "</tbody></table></div>\n</details>\n";
}

}  // namespace assay::reports
