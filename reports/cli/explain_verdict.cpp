// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/explain_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <sstream>
#include <utility>
#include <variant>
#include <vector>

#include "reference/model/contract.hpp"
#include "reports/record/file.hpp"
#include "reports/record/record.hpp"
#include "reports/record/summary.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::cli {
namespace {

std::string_view meaning_of(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::Holds:
      return "Every number lies where a correct kernel of this arithmetic can put it: rounding explains all that was "
             "seen. It\ndoes not prove the kernel right; the faults that the cases could not have shown are listed "
             "beside.";
    case VerdictKind::Doubtful:
      return "A correct kernel of this arithmetic can give these numbers, but hardly ever does: the errors are too "
             "large on\nthe whole, or lean to one side. Run other seeds. If it comes again, the arithmetic is worse "
             "than the declared\none, or its errors lean in a way that the declaration does not tell.";
    case VerdictKind::Violated:
      return "No correct kernel of this arithmetic gives this number, whatever order it adds in and however its "
             "exponentials\nare rounded. It computes something else than attention here, or it is less accurate than "
             "it declares.";
    case VerdictKind::Faulted:
      return "The kernel did something other than compute: it crashed, hung, left, wrote or read where it must not, "
             "changed\nan input, or left an output unwritten. A library's call was repeated alone before this was "
             "said.";
    case VerdictKind::NoEvidence:
      return "Nothing could be seen on this input: a wrong kernel would have passed as well. Such cases count for "
             "nothing.";
    case VerdictKind::NotApplicable:
      return "The kernel refuses this problem, or the check says nothing about it, for the reason beside.";
    case VerdictKind::GaveUp: return "The reference could not decide within its limits; what it knows stands beside.";
  }
  return "";
}

VerdictKind kind_named(const std::string& verdict) {
  std::string known;
  for (const properties::VerdictTraits& traits : properties::all_verdicts) {
    if (traits.word == verdict) return traits.kind;
    known += (known.empty() ? "" : ", ") + std::string(traits.word);
  }
  throw UsageError("'" + readable(verdict) + "' is no verdict and no failure of a record; right would be one of " +
                   known + ", or REPORT.json:N for the N-th failure");
}

/// Two numbers, with as many digits as it takes to see them apart.
std::pair<std::string, std::string> told_apart(double a, double b) {
  constexpr int all = 17;
  const auto short_of = [](double x, int digits) {
    return fmt::format("{:.{}g}", std::isnan(x) ? std::abs(x) : x, digits);
  };
  int digits = 3;
  while (digits < all && short_of(a, digits) == short_of(b, digits)) ++digits;
  digits = std::min(digits + 2, all);
  return {short_of(a, digits), short_of(b, digits)};
}

void print_terms(const Evidence& e) {
  if (e.terms.empty()) return;
  std::cout << "it may be off, because\n";
  for (const auto& term : e.terms) {
    const std::string value = number(term.value);
    std::cout << "  " << std::string(value.size() < 10 ? 10 - value.size() : 0, ' ') << value << "  " << term.meaning
              << "\n";
  }
}

/// What the expected number of a comparison with the reference, or of a property, is.
const char* label_of(const Evidence& e, bool reference) {
  if (e.replayed) return "it rounds to ";
  return reference && (e.tensor == "out" || e.tensor == "lse") ? "exact        " : "should be    ";
}

void print_evidence(const Evidence& e, bool reference) {
  const auto [got, expected] = told_apart(e.got, e.expected);
  std::cout << "seen         " << readable(e.what) << "\nkernel gave  " << got << "\n"
            << label_of(e, reference) << expected << "\n";
  if (std::isfinite(e.got - e.expected)) std::cout << "differ by    " << number(std::abs(e.got - e.expected)) << "\n";
  if (e.tensor == "dropout_drawn") {
    std::cout << "may be off   " << number(e.allowed) << " by chance\n";
    return;
  }
  std::cout << "may be off   " << number(e.allowed) << " by the arithmetic, then by the rounding of the output\n";
  if (std::isfinite(e.ratio))
    std::cout << "is off       " << number(e.ratio)
              << " times what the arithmetic allows, rounding of the output aside\n";
  print_terms(e);
}

/// What explains a failure and where it sits, one part a line.
void print_naming(const std::string& text) {
  const char* label = "explanation  ";
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("; ", begin), text.size());
    std::cout << label << readable(text.substr(begin, end - begin)) << "\n";
    label = "             ";
    begin = end + 2;
  }
}

/// A failure or a doubt of a record: an outcome, or a finding of a search.
struct Failure {
  std::string kernel, check, line;
  Verdict verdict;
  properties::Naming named;
  std::string suspect_before, command;
};

void print_failure(const Failure& failure) {
  const std::string verdict = properties::name_of(failure.verdict);
  std::cout << readable(failure.kernel) << " " << readable(failure.check) << ": " << verdict << "\n"
            << meaning_of(properties::kind_of(failure.verdict)) << "\n\ncase         " << readable(failure.line)
            << "\n";
  if (const auto* violated = std::get_if<properties::Violated>(&failure.verdict))
    print_evidence(violated->evidence, failure.check == properties::reference_check);
  else
    std::cout << "what         " << readable(properties::reason_of(failure.verdict)) << "\n";
  print_naming(failure.named.text);
  if (!failure.suspect_before.empty())
    std::cout << "             before it was shrunk: " << readable(failure.suspect_before) << "\n";
  std::cout << "see it       " << failure.command << "\n";
}

/// In the order of their numbers.
std::vector<Failure> failures_in(const Run& run) {
  std::vector<Failure> list;
  for (const Outcome* o : numbered_outcomes(run))
    list.push_back({o->kernel, o->check, o->line, o->verdict, o->named, "", replay_command(*o)});
  for (const Finding& f : run.findings)
    list.push_back({f.kernel, f.check, f.line, f.verdict, f.named, f.suspect_before, replay_command(f)});
  return list;
}

void print_failure_of(const std::string& path, std::size_t wanted) {
  std::istringstream text(read_file(path));
  const std::vector<Failure> list = failures_in(read_record(text, path));
  if (list.empty())
    throw UsageError("'" + readable(path) + "' has no failure and no doubt: nothing is to be explained");
  if (wanted < 1 || wanted > list.size())
    throw UsageError("'" + readable(path) + "' has " + std::to_string(list.size()) +
                     (list.size() == 1
                          ? " failure or doubt; right would be 1"
                          : " failures and doubts; right would be a number from 1 to " + std::to_string(list.size())));
  print_failure(list[wanted - 1]);
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
  const VerdictKind kind = kind_named(subject);
  std::cout << name_of(kind) << "\n" << meaning_of(kind) << "\n";
}

}  // namespace assay::reports::cli
