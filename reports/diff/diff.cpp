// SPDX-License-Identifier: Apache-2.0
#include "reports/diff/diff.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "reference/model/word_table.hpp"
#include "reports/record/backend.hpp"

namespace assay::reports {
namespace {

constexpr std::array<Word<Change>, 4> change_words{
    {{"same", Change::Same}, {"better", Change::Better}, {"worse", Change::Worse}, {"other", Change::Other}}};
static_assert(is_complete(change_words, Change::Other));

/// The larger of a case's two worst errors over allowed.
double worst_ratio(const Outcome& outcome) { return std::max(outcome.out.ratio_max, outcome.lse.ratio_max); }

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool same(const ErrorStatistics& a, const ErrorStatistics& b) {
  return a.elements == b.elements && same(a.ulp_max, b.ulp_max) && same(a.ratio_max, b.ratio_max) &&
         same(a.error_square_sum, b.error_square_sum) && same(a.signed_ulp_sum, b.signed_ulp_sum);
}

void note(const char* what, const std::string& before, const std::string& after, std::vector<Differing>& differing) {
  if (before != after) differing.push_back({what, before, after});
}

std::vector<Differing> differing_runs(const Run& before, const Run& after) {
  std::vector<Differing> list;
  const Environment &a = before.environment, &b = after.environment;
  note("assay", a.assay, b.assay, list);
  note("compiler", a.compiler, b.compiler, list);
  note("cpu", a.cpu, b.cpu, list);
  note("os", a.os, b.os, list);
  note("cores", std::to_string(a.cores), std::to_string(b.cores), list);
  note("isolation", a.isolation, b.isolation, list);
  note("date", a.date, b.date, list);
  note("command", before.command, after.command, list);
  note("seed", std::to_string(before.seed), std::to_string(after.seed), list);
  note("strict", before.strict ? "yes" : "no", after.strict ? "yes" : "no", list);
  note("interrupted", before.interrupted ? "yes" : "no", after.interrupted ? "yes" : "no", list);
  return list;
}

template <class List, class Text>
std::string joined(const List& list, Text text) {
  std::vector<std::string> texts;
  for (const auto& element : list) texts.push_back(text(element));
  std::ranges::sort(texts);
  std::string all;
  for (const std::string& one : texts) all += (all.empty() ? "" : "; ") + one;
  return all;
}

std::vector<Differing> differing_kernels(const Run& first, const KernelRecord& before, const Run& second,
                                         const KernelRecord& after) {
  const auto arithmetics = [](const KernelRecord& kernel) {
    return joined(kernel.arithmetics,
                  [](const JudgedArithmetic& a) { return a.arithmetic + " (" + std::string(name_of(a.source)) + ")"; });
  };
  const auto conventions = [](const KernelRecord& kernel) {
    return joined(kernel.conventions, [](const std::string& convention) { return convention; });
  };
  std::vector<Differing> list;
  note("description", before.description, after.description, list);
  note("version", before.library.version, after.library.version, list);
  note("numbers from", label_of(backend_of(before, first.environment)), label_of(backend_of(after, second.environment)),
       list);
  note("judged against", arithmetics(before), arithmetics(after), list);
  note("conventions", conventions(before), conventions(after), list);
  return list;
}

/// What makes two outcomes the same check of the same case: files of inputs share their line, not their name.
using Key = std::tuple<std::string, std::string, std::string>;

Key key_of(const Outcome& outcome) {
  const bool is_file = outcome.origin.kind == Origin::Kind::Inputs;
  const std::string file = is_file ? outcome.origin.of.substr(outcome.origin.of.find_last_of("/ ") + 1) : "";
  return {outcome.check, outcome.line, file};
}

void pair_outcomes(const Run& before, const Run& after, KernelPair& pair) {
  std::map<Key, std::vector<const Outcome*>> waiting;  // the n-th of a key meets the n-th
  for (const Outcome& outcome : before.outcomes)
    if (outcome.kernel == pair.before->name) waiting[key_of(outcome)].push_back(&outcome);
  std::map<Key, std::size_t> met;
  for (const Outcome& outcome : after.outcomes) {
    if (outcome.kernel != pair.after->name) continue;
    const Key key = key_of(outcome);
    const auto found = waiting.find(key);
    std::size_t& n = met[key];
    if (found == waiting.end() || n >= found->second.size()) {
      pair.only_after.push_back(&outcome);
      continue;
    }
    const Outcome* const earlier = found->second[n++];
    pair.outcomes.push_back({earlier, &outcome, change_of(earlier->verdict, outcome.verdict)});
  }
  for (const Outcome& outcome : before.outcomes) {
    if (outcome.kernel != pair.before->name) continue;
    const std::vector<const Outcome*>& list = waiting[key_of(outcome)];
    if (std::ranges::find(list, &outcome) - list.begin() >= static_cast<std::ptrdiff_t>(met[key_of(outcome)]))
      pair.only_before.push_back(&outcome);
  }
}

/// Findings of one run's kernel whose smallest case the other run did not find.
std::vector<const Finding*> missing(const Run& in, const std::string& kernel, const Run& other,
                                    const std::string& other_kernel) {
  std::vector<const Finding*> list;
  for (const Finding& finding : in.findings)
    if (finding.kernel == kernel && std::ranges::none_of(other.findings, [&](const Finding& f) {
          return f.kernel == other_kernel && f.check == finding.check && f.line == finding.line;
        }))
      list.push_back(&finding);
  return list;
}

/// Libraries meet under the name that they give themselves, wherever their files lie.
std::string meeting_name(const KernelRecord& kernel) {
  return without_backend(kernel.library.name.empty() ? kernel.name : kernel.library.name);
}

/// Kernels of the same name, then those that share one without the backend, each with each.
std::vector<KernelPair> pairs_of(const Run& before, const Run& after) {
  const auto named = [](const Run& run, const std::string& name) {
    return std::ranges::find(run.kernels, name, &KernelRecord::name) != run.kernels.end();
  };
  std::vector<KernelPair> pairs;
  for (const KernelRecord& b : after.kernels)
    for (const KernelRecord& a : before.kernels) {
      const bool by_backend = !named(before, b.name) && !named(after, a.name);
      if (a.name == b.name || (by_backend && meeting_name(a) == meeting_name(b)))
        pairs.push_back({&a, &b, {}, {}, {}, {}, {}, {}});
    }
  return pairs;
}

}  // namespace

Change change_of(const Verdict& before, const Verdict& after) {
  const properties::VerdictTraits& a = properties::traits_of(properties::kind_of(before));
  const properties::VerdictTraits& b = properties::traits_of(properties::kind_of(after));
  if (a.kind == b.kind) return Change::Same;
  if (!a.decided && !b.decided) return Change::Other;
  if (!b.decided) return a.kind == VerdictKind::Holds ? Change::Worse : Change::Other;
  if (!a.decided) return b.kind == VerdictKind::Holds ? Change::Better : Change::Worse;
  return b.weight > a.weight ? Change::Worse : Change::Better;
}

std::string_view name_of(Change change) { return word_of(change, change_words); }

double OutcomePair::growth() const { return worst_ratio(*after) - worst_ratio(*before); }

std::int64_t KernelPair::count(Change change) const {
  return std::ranges::count(outcomes, change, &OutcomePair::change);
}

std::vector<const OutcomePair*> KernelPair::moved() const {
  std::vector<const OutcomePair*> list;
  for (const OutcomePair& pair : outcomes)
    if (!same(pair.before->out, pair.after->out) || !same(pair.before->lse, pair.after->lse)) list.push_back(&pair);
  const auto grown_more = [](const OutcomePair* a, const OutcomePair* b) {
    const double x = a->growth(), y = b->growth();  // infinity less infinity is no number: last
    return !std::isnan(x) && (std::isnan(y) || x > y);
  };
  std::ranges::stable_sort(list, grown_more);
  return list;
}

RunDiff diff(const Run& before, const Run& after) {
  RunDiff result;
  result.differing = differing_runs(before, after);
  result.kernels = pairs_of(before, after);
  for (KernelPair& pair : result.kernels) {
    pair.differing = differing_kernels(before, *pair.before, after, *pair.after);
    pair_outcomes(before, after, pair);
    pair.new_findings = missing(after, pair.after->name, before, pair.before->name);
    pair.gone_findings = missing(before, pair.before->name, after, pair.after->name);
  }
  const auto unpaired = [&](const Run& run, const KernelRecord* KernelPair::*side) {
    std::vector<const KernelRecord*> list;
    for (const KernelRecord& kernel : run.kernels)
      if (!std::ranges::count(result.kernels, &kernel, side)) list.push_back(&kernel);
    return list;
  };
  result.only_before = unpaired(before, &KernelPair::before);
  result.only_after = unpaired(after, &KernelPair::after);
  return result;
}

int exit_code(const RunDiff& diff) {
  bool compared = false;
  bool one_sided = !diff.only_before.empty() || !diff.only_after.empty();
  for (const KernelPair& pair : diff.kernels) {
    if (pair.count(Change::Worse) > 0 || !pair.new_findings.empty()) return 1;
    compared |= !pair.outcomes.empty();
    one_sided |= !pair.only_before.empty() || !pair.only_after.empty();
  }
  return !compared || (diff.strict && one_sided) ? 1 : 0;
}

}  // namespace assay::reports
