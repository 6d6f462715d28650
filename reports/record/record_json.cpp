// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <istream>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>

#include "reference/model/contract.hpp"
#include "reports/record/backend.hpp"
#include "reports/record/record.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

// Writing: one function a struct.

Json json_of(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json json_of(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(readable(text));
  return list;
}

Json json_of(const Environment& e) {
  return {{"assay", readable(e.assay)}, {"compiler", readable(e.compiler)},
          {"cpu", readable(e.cpu)},     {"os", readable(e.os)},
          {"cores", e.cores},           {"isolation", readable(e.isolation)},
          {"date", readable(e.date)}};
}

Json json_of(const Evidence& e) {
  Json terms = Json::array();
  for (const auto& term : e.terms)
    terms.push_back(
        {{"name", readable(term.name)}, {"meaning", readable(term.meaning)}, {"value", json_of(term.value)}});
  Json json{{"what", readable(e.what)},  {"tensor", readable(e.tensor)},    {"index", e.index},
            {"got", json_of(e.got)},     {"expected", json_of(e.expected)}, {"allowed", json_of(e.allowed)},
            {"ratio", json_of(e.ratio)}, {"terms", std::move(terms)}};
  if (e.replayed) json["replayed"] = true;
  return json;
}

struct VerdictWriter {
  Json& json;
  void operator()(const properties::Holds&) const {}
  void operator()(const properties::Doubtful& v) const {
    json["probability"] = json_of(v.probability);
    json["reason"] = readable(v.why);
  }
  void operator()(const properties::Violated& v) const { json["evidence"] = json_of(v.evidence); }
  void operator()(const properties::Faulted& v) const {
    json["kind"] = readable(v.kind);
    json["where"] = readable(v.where);
  }
  void operator()(const properties::NoEvidence& v) const { json["reason"] = readable(v.why); }
  void operator()(const properties::NotApplicable& v) const { json["reason"] = readable(v.reason); }
  void operator()(const properties::GaveUp& v) const {
    json["reason"] = readable(v.reason);
    json["enclosure"] = readable(v.enclosure);
  }
};

void add_verdict(Json& json, const Verdict& verdict) {
  json["verdict"] = properties::name_of(verdict);
  std::visit(VerdictWriter{json}, verdict);
}

void add_naming(Json& json, const properties::Naming& named) {
  if (!named.suspect.empty()) json["suspect"] = readable(named.suspect);
  if (!named.text.empty()) json["explanation"] = readable(named.text);
}

void add_statistics(Json& json, const char* name, const ErrorStatistics& s) {
  if (s.elements == 0) return;
  json[name] = {{"elements", s.elements},
                {"ulp_histogram", s.ulp_histogram},
                {"ratio_histogram", s.ratio_histogram},
                {"ulp_max", json_of(s.ulp_max)},
                {"ratio_max", json_of(s.ratio_max)},
                {"error_square_sum", json_of(s.error_square_sum)},
                {"signed_ulp_sum", json_of(s.signed_ulp_sum)},
                {"reference_square_sum", json_of(s.reference_square_sum)}};
}

Json json_of(const Backend& backend) {
  Json json{{"kind", std::string(name_of(backend.kind))}};
  for (const auto& [key, value] : backend.facts) json[key] = readable(value);
  return json;
}

/// What a library says of itself, and what is known of its kernel.
void add_provenance(Json& json, const KernelRecord& k) {
  if (!k.plugin.empty() || !k.version.empty() || !k.build.empty())
    json["plugin"] = {{"name", readable(k.plugin)}, {"version", readable(k.version)}, {"build", readable(k.build)}};
  if (!k.device_record.empty()) json["device_record"] = readable(k.device_record);
  if (const std::string caveat = caveat_of(k); !caveat.empty()) json["caveat"] = readable(caveat);
}

Json json_of(const KernelRecord& k, const Backend& backend) {
  Json arithmetics = Json::array();
  for (const JudgedArithmetic& a : k.arithmetics)
    arithmetics.push_back({{"arithmetic", readable(a.arithmetic)},
                           {"source", readable(a.source)},
                           {"weaker", json_of(a.weaker)},
                           {"cases", a.cases}});
  Json worst = Json::array();
  for (const WorstElement& w : k.worst)
    worst.push_back({{"origin", readable(w.origin)}, {"line", readable(w.line)}, {"evidence", json_of(w.evidence)}});
  Json json{{"name", readable(k.name)}, {"description", readable(k.description)}, {"backend", json_of(backend)}};
  add_provenance(json, k);
  json["arithmetics"] = std::move(arithmetics);
  json["conventions"] = json_of(k.conventions);
  json["worst"] = std::move(worst);
  return json;
}

/// The label of a result; an emulator's carries no time.
void add_backend(Json& json, const Backend& backend, double milliseconds) {
  json["backend"] = std::string(name_of(backend.kind));
  if (backend.has_speed()) json["milliseconds"] = json_of(milliseconds);
}

Json json_of(const Outcome& o, const Backend& backend) {
  Json json{{"kernel", readable(o.kernel)},
            {"check", readable(o.check)},
            {"origin", readable(o.origin)},
            {"line", readable(o.line)}};
  add_verdict(json, o.verdict);
  add_backend(json, backend, o.milliseconds);
  if (!o.power.empty()) json["power"] = readable(o.power);
  if (!o.again.empty()) json["again"] = readable(o.again);
  add_naming(json, o.named);
  add_statistics(json, "out", o.out);
  add_statistics(json, "lse", o.lse);
  return json;
}

Json json_of(const Finding& f, const Backend& backend) {
  Json json{{"kernel", readable(f.kernel)},
            {"check", readable(f.check)},
            {"line", readable(f.line)},
            {"original", readable(f.original)}};
  add_verdict(json, f.verdict);
  json["backend"] = std::string(name_of(backend.kind));
  if (!f.again.empty()) json["again"] = readable(f.again);
  add_naming(json, f.named);
  if (!f.suspect_before.empty()) json["suspect_before"] = readable(f.suspect_before);
  return json;
}

Json json_of(const Counts& counts) {
  Json json = Json::object();
  for (int k = 0; k < Counts::kinds; ++k) json[verdict_names()[k]] = counts.of[k];
  return json;
}

Json json_of(const Sweep& s, const Backend& backend) {
  Json json{{"kernel", readable(s.kernel)}, {"seed", s.seed}, {"counts", json_of(s.counts)}};
  add_backend(json, backend, s.milliseconds);
  return json;
}

Json json_of(const Uncovered& u) {
  return {{"what", readable(u.what)}, {"name", readable(u.name)}, {"reason", readable(u.reason)}, {"count", u.count}};
}

Json json_of(const PlantedFault& fault) {
  Json suites = Json::array();
  for (const PlantedFault::Suite& suite : fault.suites)
    suites.push_back({{"name", readable(suite.name)}, {"killed", suite.killed}, {"cases", suite.cases}});
  return {{"name", readable(fault.name)},
          {"broken", readable(fault.broken)},
          {"suites", std::move(suites)},
          {"properties", json_of(fault.properties)}};
}

Json json_of(const ComparedRule& rule) {
  Json measured = Json::array();
  for (const ComparedRule::Measured& m : rule.measured)
    measured.push_back(Json::array({readable(m.formats), m.found, m.manifest, m.alarms, m.runs}));
  return {{"name", readable(rule.name)}, {"claim", readable(rule.claim)}, {"measured", std::move(measured)}};
}

// An array with one element a line, so that two records can be compared line by line.
template <class T, class ToJson>
void write_list(std::ostream& out, const char* name, const std::vector<T>& list, ToJson to_json) {
  out << ",\n\"" << name << "\": [";
  const char* before = "\n";
  for (const T& element : list) {
    out << before << to_json(element).dump();
    before = ",\n";
  }
  out << "]";
}

// Reading.

void read(const Json& json, double& value) {
  if (!json.is_string()) {
    value = json.get<double>();
    return;
  }
  const auto text = json.get<std::string>();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text != "inf" && text != "-inf" && text != "nan")
    throw UsageError("'" + readable(text) + "' is no number; right would be a number, inf, -inf or nan");
  value = text == "inf" ? infinity : text == "-inf" ? -infinity : std::numeric_limits<double>::quiet_NaN();
}

double real(const Json& json, const char* key) {
  double value = 0;
  read(json.at(key), value);
  return value;
}

std::string text(const Json& json, const char* key) { return json.at(key).get<std::string>(); }

Environment environment_of(const Json& j) {
  return {text(j, "assay"), text(j, "compiler"),  text(j, "cpu"), text(j, "os"),
          j.at("cores"),    text(j, "isolation"), text(j, "date")};
}

Evidence evidence_of(const Json& j) {
  Evidence e{text(j, "what"),
             text(j, "tensor"),
             j.at("index").get<Index4>(),
             real(j, "got"),
             real(j, "expected"),
             real(j, "allowed"),
             real(j, "ratio"),
             {},
             j.value("replayed", false)};
  for (const Json& term : j.at("terms"))
    e.terms.push_back({text(term, "name"), text(term, "meaning"), real(term, "value")});
  return e;
}

Verdict verdict_of(const Json& j) {
  const std::string name = text(j, "verdict");
  const auto& names = verdict_names();
  const auto kind = std::find(names.begin(), names.end(), name) - names.begin();
  switch (kind) {
    case 0: return properties::Holds{};
    case 1: return properties::Doubtful{real(j, "probability"), text(j, "reason")};
    case 2: return properties::Violated{evidence_of(j.at("evidence"))};
    case 3: return properties::Faulted{text(j, "kind"), text(j, "where")};
    case 4: return properties::NoEvidence{text(j, "reason")};
    case 5: return properties::NotApplicable{text(j, "reason")};
    case 6: return properties::GaveUp{text(j, "reason"), text(j, "enclosure")};
    default: throw UsageError("unknown verdict '" + readable(name) + "'");
  }
}

ErrorStatistics statistics_of(const Json& outcome, const char* name) {
  ErrorStatistics s;
  if (!outcome.contains(name)) return s;
  const Json& j = outcome.at(name);
  s.elements = j.at("elements");
  s.ulp_histogram = j.at("ulp_histogram").get<decltype(s.ulp_histogram)>();
  s.ratio_histogram = j.at("ratio_histogram").get<decltype(s.ratio_histogram)>();
  s.ulp_max = real(j, "ulp_max");
  s.ratio_max = real(j, "ratio_max");
  s.error_square_sum = real(j, "error_square_sum");
  s.signed_ulp_sum = real(j, "signed_ulp_sum");
  s.reference_square_sum = real(j, "reference_square_sum");
  return s;
}

KernelRecord kernel_of(const Json& j) {
  KernelRecord k{text(j, "name"), text(j, "description"), {}, j.at("conventions").get<std::vector<std::string>>(), {}};
  if (j.contains("plugin")) {
    const Json& plugin = j.at("plugin");
    k.plugin = text(plugin, "name");
    k.version = text(plugin, "version");
    k.build = text(plugin, "build");
  }
  k.device_record = j.value("device_record", std::string());
  for (const Json& a : j.at("arithmetics"))
    k.arithmetics.push_back(
        {text(a, "arithmetic"), text(a, "source"), a.at("weaker").get<std::vector<std::string>>(), a.at("cases")});
  for (const Json& w : j.at("worst"))
    k.worst.push_back({text(w, "origin"), text(w, "line"), evidence_of(w.at("evidence"))});
  return k;
}

double milliseconds_of(const Json& j) { return j.contains("milliseconds") ? real(j, "milliseconds") : 0; }

properties::Naming naming_of(const Json& j) {
  return {j.value("suspect", std::string()), j.value("explanation", std::string())};
}

Outcome outcome_of(const Json& j) {
  return {text(j, "kernel"),
          text(j, "check"),
          text(j, "origin"),
          text(j, "line"),
          verdict_of(j),
          statistics_of(j, "out"),
          statistics_of(j, "lse"),
          milliseconds_of(j),
          j.value("power", std::string()),
          j.value("again", std::string()),
          naming_of(j)};
}

PlantedFault planted_fault_of(const Json& j) {
  PlantedFault fault{text(j, "name"), text(j, "broken"), {}, j.at("properties").get<std::vector<std::string>>()};
  for (const Json& suite : j.at("suites"))
    fault.suites.push_back({text(suite, "name"), suite.at("killed"), suite.at("cases")});
  return fault;
}

ComparedRule rule_of(const Json& j) {
  ComparedRule rule{text(j, "name"), text(j, "claim"), {}};
  for (const Json& m : j.at("measured")) rule.measured.push_back({m.at(0), m.at(1), m.at(2), m.at(3), m.at(4)});
  return rule;
}

Sweep sweep_of(const Json& j) {
  Sweep sweep{text(j, "kernel"), j.at("seed"), {}, milliseconds_of(j)};
  for (int k = 0; k < Counts::kinds; ++k) sweep.counts.of[k] = j.at("counts").at(verdict_names()[k]);
  return sweep;
}

Run run_of(const Json& j) {
  if (j.at("schema") != Run::schema_version)
    throw UsageError("schema " + j.at("schema").dump() + "; this reads schema " + std::to_string(Run::schema_version));
  Run run;
  run.environment = environment_of(j.at("environment"));
  run.command = text(j, "command");
  run.seed = j.at("seed");
  run.strict = j.at("strict");
  run.interrupted = j.at("interrupted");
  run.milliseconds = real(j, "milliseconds");
  for (const Json& element : j.at("kernels")) run.kernels.push_back(kernel_of(element));
  for (const Json& element : j.at("outcomes")) run.outcomes.push_back(outcome_of(element));
  for (const Json& f : j.at("findings"))
    run.findings.push_back({text(f, "kernel"), text(f, "check"), text(f, "line"), text(f, "original"), verdict_of(f),
                            f.value("again", std::string()), naming_of(f), f.value("suspect_before", std::string())});
  for (const Json& element : j.at("sweeps")) run.sweeps.push_back(sweep_of(element));
  for (const Json& u : j.at("uncovered"))
    run.uncovered.push_back({text(u, "what"), text(u, "name"), text(u, "reason"), u.at("count")});
  for (const Json& element : j.value("catalogue", Json::array())) run.catalogue.push_back(planted_fault_of(element));
  for (const Json& element : j.value("rules", Json::array())) run.rules.push_back(rule_of(element));
  run.rules_command = j.value("rules_command", "");
  return run;
}

}  // namespace

void write_record(const Run& run, std::ostream& out) {
  out << "{\"schema\": " << Run::schema_version << ",\n\"environment\": " << json_of(run.environment).dump()
      << ",\n\"command\": " << Json(readable(run.command)).dump() << ",\n\"seed\": " << run.seed
      << ",\n\"strict\": " << (run.strict ? "true" : "false")
      << ",\n\"interrupted\": " << (run.interrupted ? "true" : "false") << ",\n\"exit_code\": " << exit_code(run)
      << ",\n\"milliseconds\": " << json_of(run.milliseconds).dump()
      << ",\n\"totals\": " << json_of(totals(run)).dump();
  const std::map<std::string, Backend> backends = backends_of(run);
  const auto backend = [&](const std::string& kernel) {
    return backends.contains(kernel) ? backends.at(kernel) : Backend{};
  };
  const auto of_a_kernel = [&](const auto& result) { return json_of(result, backend(result.kernel)); };
  write_list(out, "kernels", run.kernels, [&](const KernelRecord& k) { return json_of(k, backend(k.name)); });
  write_list(out, "outcomes", run.outcomes, of_a_kernel);
  write_list(out, "findings", run.findings, of_a_kernel);
  write_list(out, "sweeps", run.sweeps, of_a_kernel);
  write_list(out, "uncovered", run.uncovered, [](const Uncovered& u) { return json_of(u); });
  if (!run.catalogue.empty())
    write_list(out, "catalogue", run.catalogue, [](const PlantedFault& fault) { return json_of(fault); });
  if (!run.rules.empty()) out << ",\n\"rules_command\": " << Json(readable(run.rules_command)).dump();
  if (!run.rules.empty()) write_list(out, "rules", run.rules, [](const ComparedRule& rule) { return json_of(rule); });
  out << "}\n";
}

Run read_record(std::istream& in, const std::string& name) {
  try {
    return run_of(Json::parse(in));
  } catch (const Json::exception& error) {
    const std::string what = error.id < 200 ? "[] it is no JSON" : error.what();  // "[json.exception.403] key ..."
    throw UsageError(readable(name) + " is no run record: " + readable(what.substr(what.find("] ") + 2)) +
                     "; right would be a report.json that `assay check --out DIR` wrote");
  } catch (const UsageError& error) {
    throw UsageError(readable(name) + " is no run record: " + error.what());
  }
}

}  // namespace assay::reports
