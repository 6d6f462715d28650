// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/explain_verdict.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iostream>
#include <variant>
#include <vector>

#include "reference/model/contract.hpp"
#include "reports/record.hpp"
#include "reports/summary.hpp"
#include "reports/text.hpp"

namespace assay::reports::cli {
namespace {

struct Meaning {
  std::string_view verdict;
  std::string_view text;
};

constexpr Meaning meanings[] = {
    {"holds",
     "Every number lies where a correct kernel of this arithmetic can put it: rounding explains all that was seen. It\n"
     "does not prove the kernel right; the faults that the cases could not have shown are listed beside."},
    {"doubtful",
     "A correct kernel of this arithmetic can give these numbers, but hardly ever does: the errors are too large on\n"
     "the whole, or lean to one side. Run other seeds. If it comes again, the arithmetic is not the declared one."},
    {"violated",
     "No correct kernel of this arithmetic gives this number, whatever order it adds in and however its exponentials\n"
     "are rounded. It computes something else than attention here, or it is less accurate than it declares."},
    {"faulted",
     "The kernel did something other than compute: it crashed, hung, left, wrote or read where it must not, changed\n"
     "an input, or left an output unwritten. It was run again alone before this was said."},
    {"no evidence",
     "Nothing could be seen on this input: a wrong kernel would have passed as well. Such cases count for nothing."},
    {"not applicable", "The kernel refuses this problem, or the check says nothing about it, for the reason beside."},
    {"gave up", "The reference could not decide within its limits; what it knows stands beside."}};

const Meaning& meaning_of(const std::string& verdict) {
  const auto found = std::ranges::find(meanings, verdict, &Meaning::verdict);
  if (found != std::end(meanings)) return *found;
  std::string known;
  for (const Meaning& m : meanings) known += (known.empty() ? "" : ", ") + std::string(m.verdict);
  throw UsageError("'" + readable(verdict) + "' is no verdict and no failure of a record; right would be one of " +
                   known + ", or REPORT.json:N for the N-th failure");
}

void print_evidence(const Evidence& e) {
  std::cout << "element      " << readable(e.what) << "\nkernel gave  " << number(e.got) << "\nexact        "
            << number(e.expected) << "\nmay be off   " << number(e.allowed)
            << " by the arithmetic, then by the rounding of the output\nis off       " << number(e.ratio)
            << " times what it may be\n";
  if (e.terms.empty()) return;
  std::cout << "it may be off, because\n";
  for (const auto& term : e.terms) {
    const std::string value = number(term.value);
    std::cout << "  " << std::string(value.size() < 10 ? 10 - value.size() : 0, ' ') << value << "  " << term.meaning
              << "\n";
  }
}

void print_failure(const Outcome& outcome) {
  const std::string verdict = properties::name_of(outcome.verdict);
  std::cout << readable(outcome.kernel) << " " << readable(outcome.check) << ": " << verdict << "\n"
            << meaning_of(verdict).text << "\n\ncase         " << readable(outcome.line) << "\n";
  if (const auto* violated = std::get_if<properties::Violated>(&outcome.verdict))
    print_evidence(violated->evidence);
  else
    std::cout << "what         " << readable(properties::reason_of(outcome.verdict)) << "\n";
  std::cout << "see it       " << replay_command(outcome) << "\n";
}

void print_failure_of(const std::string& path, std::size_t wanted) {
  std::ifstream in(path);
  if (!in) throw EnvironmentError("cannot read '" + readable(path) + "'; right would be a report.json and a number");
  const Run run = read_record(in, path);
  std::vector<const Outcome*> list;
  for (const Outcome& outcome : run.outcomes)
    if (properties::is_bad(outcome.verdict) || std::holds_alternative<properties::Doubtful>(outcome.verdict))
      list.push_back(&outcome);
  if (wanted < 1 || wanted > list.size())
    throw UsageError("'" + readable(path) + "' has " + std::to_string(list.size()) +
                     " failures and doubts; right would be a number from 1 to that");
  print_failure(*list[wanted - 1]);
}

}  // namespace

void explain_verdict(const std::string& subject) {
  const std::size_t colon = subject.rfind(':');
  std::size_t wanted = 0;
  if (colon != std::string::npos) {
    const char* const end = subject.data() + subject.size();
    const auto [last, error] = std::from_chars(subject.data() + colon + 1, end, wanted);
    if (error == std::errc{} && last == end) return print_failure_of(subject.substr(0, colon), wanted);
  }
  const Meaning& meaning = meaning_of(subject);
  std::cout << meaning.verdict << "\n" << meaning.text << "\n";
}

}  // namespace assay::reports::cli
