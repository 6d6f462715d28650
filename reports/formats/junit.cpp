// SPDX-License-Identifier: Apache-2.0
//
// How a verdict becomes a test case, so that a CI system that reads this file is red exactly when assay exits with 1:
//   holds            passed
//   doubtful         passed, with the doubt as system-out; failure under strict
//   violated         failure
//   faulted          error
//   no evidence      skipped, with the reason
//   not applicable   skipped, with the reason
//   gave up          skipped, with the reason and the enclosure: the judge's limit is no fault of the kernel
// A test of a kernel that is not native begins with its backend, in brackets; an emulated one has no time.
// A run in which nothing holds gets one more case, which fails: skipped cases alone would be green.
#include <cstdio>
#include <ostream>
#include <pugixml.hpp>

#include "reports/record/backend.hpp"
#include "reports/format.hpp"
#include "reports/record/summary.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::formats {
namespace {

struct Tally {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
  double milliseconds = 0;
  void add(const Tally& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    milliseconds += other.milliseconds;
  }
};

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(readable(value).c_str());
}

std::string seconds(double milliseconds) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.3f", milliseconds / 1e3);
  return buffer;
}

/// timed: false for an emulator's kernel, whose time would be taken for its speed.
void finish(pugi::xml_node node, const Tally& tally, bool timed) {
  set(node, "tests", std::to_string(tally.tests));
  set(node, "failures", std::to_string(tally.failures));
  set(node, "errors", std::to_string(tally.errors));
  set(node, "skipped", std::to_string(tally.skipped));
  if (timed) set(node, "time", seconds(tally.milliseconds));
}

std::string details(const Verdict& verdict, const std::string& replay, const std::string& explanation) {
  std::string text = "replay: " + readable(replay) + "\n";
  if (!explanation.empty()) text += readable(explanation) + "\n";
  if (const auto* violated = std::get_if<properties::Violated>(&verdict)) {
    const Evidence& e = violated->evidence;
    text += "got " + exact_number(e.got) + ", expected " + exact_number(e.expected) + ", allowed " +
            exact_number(e.allowed) + ", error over allowed " + number(e.ratio) + "\n";
    for (const auto& term : e.terms)
      text += "  " + number(term.value) + "  " + readable(term.name) + ": " + readable(term.meaning) + "\n";
  }
  return text;
}

void add_problem(pugi::xml_node test, const char* element, const Verdict& verdict, const std::string& text) {
  pugi::xml_node node = test.append_child(element);
  set(node, "message", properties::name_of(verdict) + ": " + properties::reason_of(verdict));
  set(node, "type", properties::name_of(verdict));
  if (!text.empty()) node.append_child(pugi::node_pcdata).set_value(text.c_str());
}

/// What the case was, without its counts: shared by outcomes and findings.
struct TestCase {
  std::string kernel;
  std::string check;
  std::string name;
  Verdict verdict;
  std::string replay;
  double milliseconds;
  std::string explanation;
};

/// A name as CI systems show it.
std::string labelled(const std::string& name, const Backend& backend) {
  if (backend.kind == BackendKind::Native) return name;
  return "[" + std::string(name_of(backend.kind)) + "] " + name;
}

void add_case(pugi::xml_node suite, const TestCase& test, const Backend& backend, bool strict, Tally& tally) {
  pugi::xml_node node = suite.append_child("testcase");
  set(node, "classname", test.kernel + "." + test.check);
  set(node, "name", labelled(test.name, backend));
  if (backend.has_speed()) set(node, "time", seconds(test.milliseconds));
  ++tally.tests;
  if (backend.has_speed()) tally.milliseconds += test.milliseconds;
  const auto is = [&]<class V>(const V&) { return std::holds_alternative<V>(test.verdict); };
  const bool doubtful = is(properties::Doubtful{});
  if (is(properties::Faulted{})) {
    ++tally.errors;
    add_problem(node, "error", test.verdict, details(test.verdict, test.replay, test.explanation));
  } else if (is(properties::Violated{}) || (doubtful && strict)) {
    ++tally.failures;
    add_problem(node, "failure", test.verdict, details(test.verdict, test.replay, test.explanation));
  } else if (doubtful) {
    const std::string text = "doubtful: " + readable(properties::reason_of(test.verdict)) + "\n" +
                             details(test.verdict, test.replay, test.explanation);
    node.append_child("system-out").append_child(pugi::node_pcdata).set_value(text.c_str());
  } else if (!is(properties::Holds{})) {
    ++tally.skipped;
    add_problem(node, "skipped", test.verdict, "");
  }
}

void add_property(pugi::xml_node properties, const char* name, const std::string& value) {
  pugi::xml_node node = properties.append_child("property");
  set(node, "name", name);
  set(node, "value", value);
}

Tally add_kernel(pugi::xml_node root, const Run& run, const KernelRecord& kernel) {
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", kernel.name);
  if (!run.environment.date.empty()) set(suite, "timestamp", run.environment.date);
  pugi::xml_node properties = suite.append_child("properties");
  add_property(properties, "description", kernel.description);
  const Backend backend = backend_of(kernel, run.environment);
  add_property(properties, "backend", std::string(name_of(backend.kind)));
  for (const auto& [key, value] : backend.facts) add_property(properties, key.c_str(), value);
  if (const std::string caveat = caveat_of(kernel); !caveat.empty()) add_property(properties, "caveat", caveat);
  for (const JudgedArithmetic& judged : kernel.arithmetics)
    add_property(properties, "arithmetic", judged.arithmetic + " (" + std::string(name_of(judged.source)) + ")");
  Tally tally;
  for (const Outcome& o : run.outcomes)
    if (o.kernel == kernel.name)
      add_case(suite, {o.kernel, o.check, o.line, o.verdict, replay_command(o), o.milliseconds, o.named.text}, backend,
               run.strict, tally);
  for (const Finding& f : run.findings)
    if (f.kernel == kernel.name)
      add_case(suite, {f.kernel, f.check, "finding: " + f.line, f.verdict, replay_command(f), 0, f.named.text}, backend,
               run.strict, tally);
  finish(suite, tally, backend.has_speed());
  return tally;
}

// Sweeps hold their cases as counts; a CI system still has to see that they were run.
Tally add_sweeps(pugi::xml_node root, const Run& run) {
  Tally tally;
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", "fuzz");
  const auto backends = backends_of(run);
  for (const Sweep& sweep : run.sweeps) {
    const auto known = backends.find(sweep.kernel);
    const Backend backend = known == backends.end() ? Backend{} : known->second;
    pugi::xml_node node = suite.append_child("testcase");
    set(node, "classname", sweep.kernel + ".fuzz");
    set(node, "name", labelled(grouped(sweep.counts.total()) + " cases, seed " + std::to_string(sweep.seed), backend));
    if (backend.has_speed()) set(node, "time", seconds(sweep.milliseconds));
    ++tally.tests;
    if (backend.has_speed()) tally.milliseconds += sweep.milliseconds;
    if (sweep.counts.bad() == 0) continue;
    ++tally.failures;
    add_problem(
        node, "failure", properties::Violated{},
        grouped(sweep.counts.bad()) + " of the cases violated or faulted; the findings are cases of their own\n");
  }
  finish(suite, tally, true);
  return tally;
}

Tally add_no_evidence(pugi::xml_node root) {
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", "run");
  pugi::xml_node node = suite.append_child("testcase");
  set(node, "classname", "assay.run");
  set(node, "name", "at least one verdict holds");
  set(node, "time", seconds(0));
  set(node.append_child("failure"), "message", "nothing that was run gave evidence");
  const Tally tally{.tests = 1, .failures = 1};
  finish(suite, tally, true);
  return tally;
}

void write(const Run& run, std::ostream& out) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", "assay");
  Tally tally;
  for (const KernelRecord& kernel : run.kernels) tally.add(add_kernel(root, run, kernel));
  if (!run.sweeps.empty()) tally.add(add_sweeps(root, run));
  if (totals(run).holds() == 0 && failures_of(run).empty()) tally.add(add_no_evidence(root));
  finish(root, tally, true);
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
}

}  // namespace

Format junit() {
  return {
      "junit", "xml",
      "for CI systems: faulted is an error, violated a failure, no evidence and refusals are skipped with the reason",
      write};
}

}  // namespace assay::reports::formats
