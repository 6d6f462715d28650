// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

#include "reports/formats/html/assets.hpp"
#include "reports/format.hpp"
#include "reports/golden/sample_run.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

std::string page(const reports::Run& run) {
  std::ostringstream out;
  find_format("html").write(run, out);
  return out.str();
}

std::set<std::string> all(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression); at != std::sregex_iterator(); ++at)
    found.insert((*at)[1]);
  return found;
}

int count(const std::string& text, const std::string& what) {
  int times = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++times;
  return times;
}

TEST(HtmlPage, TellsBeforeAnyVerdictByKernelWhatWasRefusedNotSeenAndNotCovered) {
  auto run = sample_run();
  const std::string text = page(run);
  const std::size_t verdicts = text.find("Verdicts by check and kernel");
  for (const std::string told : {"<b>5 of 212 verdicts</b></a> not applicable: refused by 3 kernels",
                                 "<b>11 of 212 verdicts</b></a> without evidence",
                                 "<b>2 planted faults</b></a> that no case of this run could have shown",
                                 "<b>1 thing</b></a> left out", "<b>1 property</b></a> did not apply"})
    EXPECT_LT(text.find(told), verdicts) << told << " in\n" << text.substr(0, verdicts);
  run.uncovered.push_back({Uncovered::Kind::Fault, "a", "no case shows it in the arithmetic of another", 1});
  EXPECT_EQ(count(page(run), "<b>1 to 2 planted faults</b>"), 1);
}

TEST(HtmlPage, LinksOnlyToWhatItHas) {
  reports::Run nothing;
  for (const auto& run : {sample_run(), nothing}) {
    const std::string text = page(run);
    const auto targets = all(text, "href=\"#([^\"]*)\""), places = all(text, " id=\"([^\"]*)\"");
    EXPECT_TRUE(std::ranges::includes(places, targets)) << text;
    EXPECT_GE(targets.size(), 3u);
  }
  EXPECT_EQ(all(page(sample_run()), "href=\"#(kernel-[0-9]+)\"").size(), sample_run().kernels.size());
}

TEST(HtmlPage, FoldsTheNamesOfFaultsThatNoCaseShows) {
  const std::string text = page(sample_run());
  EXPECT_EQ(count(text,
                  "<details><summary><b>2</b>: no case shows it in the arithmetic of cpu/explicit</summary>\n"
                  "<p class=\"names mono\">no_scale unseen_fault</p></details>"),
            1);
  EXPECT_EQ(count(text, "unseen_fault"), 1) << "and nowhere else";
}

// What is wider than a telephone either scrolls in a container of its own or turns its rows into labelled lines.
TEST(HtmlPage, HasNoTableThatAScreenCutsOff) {
  const std::string text = page(sample_run());
  EXPECT_EQ(count(text, "<table"), count(text, "<div class=\"wide\"") + count(text, "<div class=\"terms\">"));
  const std::regex stacked("<table class=\"stack[^]*?</table>");
  int tables = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), stacked); at != std::sregex_iterator(); ++at, ++tables)
    EXPECT_EQ(count(at->str(), "<td"), count(at->str(), " data-label=\"")) << at->str();
  EXPECT_GE(tables, 4);
  const std::string css(report_css());
  EXPECT_NE(css.find(".stack td::before { content: attr(data-label);"), std::string::npos);
  EXPECT_TRUE(all(css, "\n(th, td \\{[^}]*overflow-wrap: anywhere)").empty()) << "a column as narrow as a letter";
}

TEST(HtmlPage, BreaksNamesBetweenTheirWordsAlone) {
  EXPECT_EQ(html_name("./a_b-c<"), "./<wbr>a_<wbr>b-<wbr>c&#60;");
  EXPECT_EQ(count(page(sample_run()), "<tr><th>convex_<wbr>rows</th>"), 1);
}

TEST(HtmlPage, SaysThatTheKillMatrixIsRecordedAndByWhichCommand) {
  const std::string text = page(sample_run());
  EXPECT_EQ(count(text, "build/dev/bin/assay-measure kills &gt; properties/sensitivity/kill_matrix.txt"), 1);
  EXPECT_EQ(count(text, "No dot: not in the few cases asked"), 1);
  EXPECT_EQ(count(text, "Measured on"), 0);
}

TEST(HtmlPage, ShowsAssayBesideTheRulesInUseWithTheCommandThatMeasuredThem) {
  auto run = sample_run();
  const std::string text = page(run);
  for (const std::string told :
       {">Beside the rules in use<", "\nassay-measure power &#60;1&#62;</code>", "title=\"991 of 1,000\">99.10 %</td>",
        "title=\"0 of 900\">0</td>", "title=\"9 of 9\">100.00 %</td>", "|got - want| &#60;= 1"})
    EXPECT_EQ(count(text, told), 1) << told;
  run.rules.clear();
  EXPECT_EQ(count(page(run), "rules in use"), 0);
}

}  // namespace
}  // namespace assay::reports
