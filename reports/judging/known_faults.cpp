// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/known_faults.hpp"

#include <algorithm>

#include "impls/registry.hpp"
#include "properties/sensitivity/kill_matrix.hpp"
#include "reference/model/case/case.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {

std::vector<PlantedFault> measured_catalogue() {
  const auto measured = properties::kills_by_fault();
  std::vector<PlantedFault> all;
  for (const impls::Fault& fault : impls::all_faults()) {
    PlantedFault entry{impls::stem(fault), fault.broken, {}, {}};
    if (const auto found = measured.find(entry.name); found != measured.end()) {
      for (const auto& [suite, kill] : found->second.by_suite)
        if (suite != "own") entry.suites.push_back({suite, kill.killed, kill.cases});
      entry.properties.assign(found->second.properties.begin(), found->second.properties.end());
    }
    all.push_back(std::move(entry));
  }
  std::ranges::sort(all, {}, &PlantedFault::name);
  return all;
}

std::int64_t killed_in(const std::string& suite, const Run& run) {
  return std::ranges::count_if(run.catalogue, [&](const PlantedFault& fault) {
    return std::ranges::any_of(fault.suites, [&](const auto& in) { return in.name == suite && in.killed > 0; });
  });
}

std::int64_t killed_by_properties(const Run& run) {
  return std::ranges::count_if(run.catalogue, [](const PlantedFault& fault) { return !fault.properties.empty(); });
}

std::string catalogue_line(const Run& run) {
  if (run.catalogue.empty()) return "";
  return "of " + grouped(static_cast<std::int64_t>(run.catalogue.size())) +
         " planted faults the comparison with the reference kills " + grouped(killed_in("standard", run)) +
         " in suite standard and " + grouped(killed_in("quick", run)) + " in quick, properties alone " +
         grouped(killed_by_properties(run));
}

std::string seen_by(const impls::Fault& fault) {
  for (const properties::Kill& kill : properties::kill_matrix())
    if (kill.fault == stem(fault) && kill.killer == "reference" && kill.suite == "own" && kill.killed > 0)
      return kill.killer;
  return std::ranges::count(fault.killers, "stateless") > 0 ? "stateless" : "reference";
}

static std::string replay(const impls::Fault& fault, const std::string& fields) {
  return "assay replay '" + to_text(impls::trigger_case(fields)) + "' " + impls::name_of(fault);
}

std::string see_command(const impls::Fault& fault) {
  const std::string check = seen_by(fault);
  return replay(fault, fault.inside) + (check == "reference" ? "" : " --checks " + check);
}

std::string beside_command(const impls::Fault& fault) { return replay(fault, fault.outside) + " --checks reference"; }

}  // namespace assay::reports
