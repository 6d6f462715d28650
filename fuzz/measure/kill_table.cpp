// SPDX-License-Identifier: Apache-2.0
#include "fuzz/measure/kill_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <span>

#include "fuzz/parallel.hpp"
#include "impls/registry.hpp"
#include "properties/sensitivity/faults_on_case.hpp"
#include "properties/property.hpp"

namespace assay::measure {
namespace {

/// With a kernel that has never been called, where calls leave something behind.
impls::Fault unused(const impls::Fault& fault) {
  impls::Fault copy = fault;
  if (impls::KernelPointer fresh = fault.kernel->fresh()) copy.kernel = std::move(fresh);
  return copy;
}

bool remembers(const impls::Fault& fault) { return fault.kernel->fresh() != nullptr; }

/// Beside what the reference says of the fault: what it says of the honest twin.
void compare(const impls::Fault& fault, properties::FaultsOnCase& faults, const std::string& suite, std::int64_t number,
             KillTable& table) {
  const auto showing = faults.show(fault);
  if (!showing) return;
  Kills here{.cases = 1};
  here.killed = properties::is_bad(showing->judged.verdict);
  here.shows = showing->effect == properties::Effect::Manifest;
  here.first = here.killed ? number : 0;
  here.twins = properties::is_bad(showing->twin_judged.verdict);
  table[{stem(fault), "reference", suite}].merge(here);
  table[{stem(fault), "twin", suite}].merge({.cases = 1, .killed = here.twins, .first = here.twins ? number : 0});
}

/// Cases of one suite in order, the first with this number, and the faults that meet them.
struct Comparison {
  std::string suite;
  std::int64_t number;
  std::span<const Case> cases;
  std::vector<const impls::Fault*> faults;
};

void run(const Comparison& part, KillTable& table) {
  std::vector<impls::Fault> faults;
  for (const impls::Fault* fault : part.faults) faults.push_back(unused(*fault));
  std::int64_t number = part.number;
  for (const Case& the_case : part.cases) {
    const properties::Call call = properties::make_call(the_case);
    properties::CaseReference reference(call.problem, call.inputs);
    properties::FaultsOnCase on_case(reference);
    for (const impls::Fault& fault : faults) compare(fault, on_case, part.suite, number, table);
    ++number;
  }
}

/// Nothing where the property has nothing to say, or saw nothing on this input.
Kills check(const impls::Fault& fault, const properties::Property& property, const properties::Call& call,
            std::int64_t number) {
  const properties::Verdict verdict = properties::check(property, *fault.kernel, call);
  if (std::holds_alternative<properties::NotApplicable>(verdict)) return {};
  if (std::holds_alternative<properties::NoEvidence>(verdict)) return {};
  Kills here{.cases = 1};
  here.killed = properties::is_bad(verdict);
  here.first = here.killed ? number : 0;
  if (here.killed)
    here.twins = properties::is_bad(properties::check(property, *impls::find_kernel(fault.honest_twin), call));
  return here;
}

/// One property and one fault, from case to case.
class Asked {
 public:
  Asked(const properties::Property& property, const impls::Fault& fault)
      : property_(property),
        fault_(unused(fault)),
        named_(std::ranges::count(fault.killers, property.name) > 0) {}

  bool wants(bool named_only) const { return so_far_.killed == 0 && (named_ || (!named_only && so_far_.cases < 12)); }
  void ask(const properties::Call& call, const std::string& suite, std::int64_t number, KillTable& table) {
    const Kills kills = check(fault_, property_, call, number);
    so_far_.merge(kills);
    table[{stem(fault_), std::string(property_.name), suite}].merge(kills);
  }

 private:
  const properties::Property& property_;
  impls::Fault fault_;
  bool named_;
  Kills so_far_;
};

void ask_properties(const impls::Fault& fault, const std::vector<properties::Suite>& suites, KillTable& table) {
  std::vector<Asked> everyone;
  for (const properties::Property& property : properties::all_properties()) everyone.emplace_back(property, fault);
  const auto meet = [&](const std::string& suite, std::span<const Case> cases, bool named_only) {
    std::int64_t number = 0;
    for (const Case& the_case : cases) {
      ++number;
      if (std::ranges::none_of(everyone, [&](const Asked& asked) { return asked.wants(named_only); })) return;
      if (!fault.kernel->supports(the_case.problem)) continue;
      const properties::Call call = properties::make_call(the_case);
      for (Asked& asked : everyone)
        if (asked.wants(named_only)) asked.ask(call, suite, number, table);
    }
  };
  const Case own = impls::trigger_case(fault.inside);
  meet("own", std::span(&own, 1), false);
  for (const properties::Suite& suite : suites) meet(std::string(suite.name), suite.cases, &suite != &suites.front());
}

using Part = std::function<void(KillTable&)>;

/// The long ones first. A fault that remembers meets a whole suite in one part; others share the reference of a case.
std::vector<Part> all_parts(const std::vector<const impls::Fault*>& faults,
                            const std::vector<properties::Suite>& suites) {
  std::vector<const impls::Fault*> remembering, others;
  for (const impls::Fault* fault : faults) (remembers(*fault) ? remembering : others).push_back(fault);
  std::vector<Part> parts;
  const auto add = [&](Comparison comparison) {
    if (!comparison.faults.empty())
      parts.push_back([comparison = std::move(comparison)](KillTable& table) { run(comparison, table); });
  };
  for (const properties::Suite& suite : suites) add({std::string(suite.name), 1, suite.cases, remembering});
  for (const impls::Fault* fault : faults) {
    parts.push_back([fault, &suites](KillTable& table) { ask_properties(*fault, suites, table); });
    parts.push_back([fault](KillTable& table) {
      const Case own = impls::trigger_case(fault->inside);
      run({"own", 1, std::span(&own, 1), {fault}}, table);
    });
  }
  for (const properties::Suite& suite : suites)
    for (std::size_t n = 0; n < suite.cases.size(); ++n)
      add({std::string(suite.name), static_cast<std::int64_t>(n) + 1, std::span(suite.cases).subspan(n, 1), others});
  return parts;
}

}  // namespace

void Kills::merge(const Kills& o) {
  if (o.first && (!first || o.first < first)) first = o.first;
  cases += o.cases, killed += o.killed, shows += o.shows, twins += o.twins;
}

KillTable measure_kills(const std::vector<const impls::Fault*>& faults, const std::vector<properties::Suite>& suites,
                        int threads, const std::function<void(std::size_t, std::size_t)>& progress) {
  const std::vector<Part> parts = all_parts(faults, suites);
  std::mutex mutex;
  std::size_t done = 0;
  KillTable all;
  fuzz::for_each_in_parallel(parts.size(), threads, [&](std::size_t n) {
    KillTable table;
    parts[n](table);
    const std::lock_guard lock(mutex);
    for (const auto& [key, kills] : table) all[key].merge(kills);
    if (progress) progress(++done, parts.size());
  });
  return all;
}

std::string to_text(const KillTable& table) {
  std::string text =
      "# Who kills which fault. Written by assay-measure kills; see fuzz/measure/README.md.\n"
      "# fault killer suite: cases, manifest, killed, first case killed; killer twin: the comparison of the honest "
      "twin\n";
  for (const auto& [key, kills] : table)
    if (kills.killed > 0 || key[1] == "reference" || key[1] == "twin")
      text += fmt::format("{} {} {} {} {} {} {}\n", key[0], key[1], key[2], kills.cases, kills.shows, kills.killed,
                          kills.first);
  return text;
}

}  // namespace assay::measure
