// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <type_traits>

#include "reports/record/backend.hpp"
#include "reports/record/run.hpp"

namespace assay::reports {

/// One description of each struct of a run: the names of its fields in a record and their order. Whoever visits them
/// writes or reads. A visitor f takes
///   f(name, member)            a field that is always there
///   f.optional(name, member)   a field that is left out where the member is as it was made
///   f.line(name, member)       a case line, or conventions: an earlier version may have written them in other words
///   f.derived(name, function)  a field that follows from others: function() is written, nothing is read
///   f.verdict(verdict)         the word of a verdict, and what that verdict carries
///   f.backend(kernel), f.label(kernel)   where the kernel's numbers come from, in full or in a word; nothing is read
///   f.time(kernel, milliseconds)         left out where it says nothing of the kernel's speed
template <class S, class Struct>
concept Described = std::same_as<std::remove_const_t<S>, Struct>;

void fields(auto& f, Described<Environment> auto& environment) {
  f("assay", environment.assay);
  f("compiler", environment.compiler);
  f("cpu", environment.cpu);
  f("os", environment.os);
  f("cores", environment.cores);
  f("isolation", environment.isolation);
  f("date", environment.date);
}

void fields(auto& f, Described<properties::BoundTerm> auto& term) {
  f("name", term.name);
  f("meaning", term.meaning);
  f("value", term.value);
}

void fields(auto& f, Described<Evidence> auto& evidence) {
  f("what", evidence.what);
  f("tensor", evidence.tensor);
  f("index", evidence.index);
  f("got", evidence.got);
  f("expected", evidence.expected);
  f("allowed", evidence.allowed);
  f("ratio", evidence.ratio);
  f("terms", evidence.terms);
  f.optional("replayed", evidence.replayed);
}

void fields(auto&, Described<properties::Holds> auto&) {}

void fields(auto& f, Described<properties::Doubtful> auto& verdict) {
  f("probability", verdict.probability);
  f("reason", verdict.why);
}

void fields(auto& f, Described<properties::Violated> auto& verdict) { f("evidence", verdict.evidence); }

void fields(auto& f, Described<properties::Faulted> auto& verdict) {
  f("kind", verdict.kind);
  f("where", verdict.where);
}

void fields(auto& f, Described<properties::NoEvidence> auto& verdict) { f("reason", verdict.why); }

void fields(auto& f, Described<properties::NotApplicable> auto& verdict) { f("reason", verdict.reason); }

void fields(auto& f, Described<properties::GaveUp> auto& verdict) {
  f("reason", verdict.reason);
  f("enclosure", verdict.enclosure);
}

void fields(auto& f, Described<Counts> auto& counts) {
  for (const properties::VerdictTraits& verdict : properties::all_verdicts) f(verdict.word, counts[verdict.kind]);
}

void fields(auto& f, Described<ErrorStatistics> auto& statistics) {
  f("elements", statistics.elements);
  f("ulp_histogram", statistics.ulp_histogram);
  f("ratio_histogram", statistics.ratio_histogram);
  f("ulp_max", statistics.ulp_max);
  f("ratio_max", statistics.ratio_max);
  f("error_square_sum", statistics.error_square_sum);
  f("signed_ulp_sum", statistics.signed_ulp_sum);
  f("reference_square_sum", statistics.reference_square_sum);
}

void fields(auto& f, Described<JudgedArithmetic> auto& judged) {
  f("arithmetic", judged.arithmetic);
  f("source", judged.source);
  f("weaker", judged.weaker);
  f("cases", judged.cases);
}

void fields(auto& f, Described<WorstElement> auto& worst) {
  f("origin", worst.origin);
  f.line("line", worst.line);
  f("evidence", worst.evidence);
}

void fields(auto& f, Described<impls::Provenance> auto& library) {
  f("name", library.name);
  f("version", library.version);
  f("build", library.build);
}

void fields(auto& f, Described<KernelRecord> auto& kernel) {
  f("name", kernel.name);
  f("description", kernel.description);
  f.backend(kernel.name);
  f.optional("plugin", kernel.library);
  f.optional("device_record", kernel.device_record);
  f.derived("caveat", [&] { return caveat_of(kernel); });
  f("arithmetics", kernel.arithmetics);
  f.line("conventions", kernel.conventions);
  f("worst", kernel.worst);
}

void fields(auto& f, Described<properties::Naming> auto& named) {
  f.optional("suspect", named.suspect);
  f.optional("explanation", named.text);
}

void fields(auto& f, Described<Outcome> auto& outcome) {
  f("kernel", outcome.kernel);
  f("check", outcome.check);
  f("origin", outcome.origin);
  f.line("line", outcome.line);
  f.verdict(outcome.verdict);
  f.label(outcome.kernel);
  f.time(outcome.kernel, outcome.milliseconds);
  f.optional("power", outcome.power);
  f.optional("again", outcome.again);
  fields(f, outcome.named);
  f.optional("out", outcome.out);
  f.optional("lse", outcome.lse);
}

void fields(auto& f, Described<Finding> auto& finding) {
  f("kernel", finding.kernel);
  f("check", finding.check);
  f.line("line", finding.line);
  f.line("original", finding.original);
  f.verdict(finding.verdict);
  f.label(finding.kernel);
  f.optional("again", finding.again);
  fields(f, finding.named);
  f.optional("suspect_before", finding.suspect_before);
}

void fields(auto& f, Described<Sweep> auto& sweep) {
  f("kernel", sweep.kernel);
  f("seed", sweep.seed);
  f("counts", sweep.counts);
  f.label(sweep.kernel);
  f.time(sweep.kernel, sweep.milliseconds);
}

void fields(auto& f, Described<Uncovered> auto& left_out) {
  f("what", left_out.what);
  f("name", left_out.name);
  f("reason", left_out.reason);
  f("count", left_out.count);
}

void fields(auto& f, Described<PlantedFault::Suite> auto& suite) {
  f("name", suite.name);
  f("killed", suite.killed);
  f("cases", suite.cases);
}

void fields(auto& f, Described<PlantedFault> auto& fault) {
  f("name", fault.name);
  f("broken", fault.broken);
  f("suites", fault.suites);
  f("properties", fault.properties);
}

/// In a record a row without names.
void fields(auto& f, Described<ComparedRule::Measured> auto& measured) {
  f("formats", measured.formats);
  f("found", measured.found);
  f("manifest", measured.manifest);
  f("alarms", measured.alarms);
  f("runs", measured.runs);
}

void fields(auto& f, Described<ComparedRule> auto& rule) {
  f("name", rule.name);
  f("claim", rule.claim);
  f("measured", rule.measured);
}

void fields(auto& f, Described<Run> auto& run) {
  f.derived("schema", [] { return Run::schema_version; });
  f("environment", run.environment);
  f("command", run.command);
  f("seed", run.seed);
  f("strict", run.strict);
  f("interrupted", run.interrupted);
  f.derived("exit_code", [&] { return exit_code(run); });
  f("milliseconds", run.milliseconds);
  f.derived("totals", [&] { return totals(run); });
  f("kernels", run.kernels);
  f("outcomes", run.outcomes);
  f("findings", run.findings);
  f("sweeps", run.sweeps);
  f("uncovered", run.uncovered);
  f.optional("catalogue", run.catalogue);
  f.optional("rules_command", run.rules_command);
  f.optional("rules", run.rules);
}

}  // namespace assay::reports
