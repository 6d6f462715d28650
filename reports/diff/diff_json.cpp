// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "reports/diff/diff.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

// Declared here, since list_of() is called before all of them are written.
Json json_of(const Differing& d);
Json json_of(const OutcomePair& pair);
Json json_of(const OutcomePair* pair);
Json json_of(const Outcome* o);
Json json_of(const Finding* f);
Json json_of(const KernelRecord* kernel);
Json json_of(const KernelPair& pair);

template <class T>
Json list_of(const std::vector<T>& list) {
  Json json = Json::array();
  for (const T& element : list) json.push_back(json_of(element));
  return json;
}

Json json_of(const Differing& d) {
  return {{"what", d.what}, {"before", readable(d.before)}, {"after", readable(d.after)}};
}

/// Verdict and errors of one side.
Json side_of(const Outcome& o) {
  Json json{{"verdict", properties::name_of(o.verdict)}};
  if (const std::string reason = properties::reason_of(o.verdict); !reason.empty()) json["reason"] = readable(reason);
  const auto add = [&](const char* tensor, const ErrorStatistics& s) {
    if (s.elements > 0) json[tensor] = {{"ulp_max", json_of(s.ulp_max)}, {"ratio_max", json_of(s.ratio_max)}};
  };
  add("out", o.out);
  add("lse", o.lse);
  return json;
}

Json json_of(const OutcomePair& pair) {
  return {{"check", readable(pair.after->check)},
          {"line", readable(pair.after->line)},
          {"change", std::string(name_of(pair.change))},
          {"before", side_of(*pair.before)},
          {"after", side_of(*pair.after)}};
}

Json json_of(const OutcomePair* pair) { return json_of(*pair); }

Json json_of(const Outcome* o) {
  return {{"check", readable(o->check)}, {"line", readable(o->line)}, {"verdict", properties::name_of(o->verdict)}};
}

Json json_of(const Finding* f) {
  return {{"check", readable(f->check)},
          {"line", readable(f->line)},
          {"verdict", properties::name_of(f->verdict)},
          {"again", replay_command(*f)}};
}

Json json_of(const KernelRecord* kernel) { return readable(kernel->name); }

Json json_of(const KernelPair& pair) {
  std::vector<OutcomePair> changed;
  for (const OutcomePair& outcome : pair.outcomes)
    if (outcome.change != Change::Same) changed.push_back(outcome);
  Json counts{{"compared", pair.outcomes.size()}};
  for (const Change change : {Change::Same, Change::Worse, Change::Better, Change::Other})
    counts[std::string(name_of(change))] = pair.count(change);
  return {{"before", readable(pair.before->name)},
          {"after", readable(pair.after->name)},
          {"differing", list_of(pair.differing)},
          {"counts", std::move(counts)},
          {"changed", list_of(changed)},
          {"moved", list_of(pair.moved())},
          {"only_before", list_of(pair.only_before)},
          {"only_after", list_of(pair.only_after)},
          {"new_findings", list_of(pair.new_findings)},
          {"gone_findings", list_of(pair.gone_findings)}};
}

}  // namespace

void write_diff_json(const RunDiff& diff, std::ostream& out) {
  const Json json{{"schema", 1},
                  {"before", readable(diff.before)},
                  {"after", readable(diff.after)},
                  {"strict", diff.strict},
                  {"exit_code", exit_code(diff)},
                  {"differing", list_of(diff.differing)},
                  {"kernels", list_of(diff.kernels)},
                  {"only_before", list_of(diff.only_before)},
                  {"only_after", list_of(diff.only_after)}};
  out << json.dump(1) << "\n";
}

}  // namespace assay::reports
