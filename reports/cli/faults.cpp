// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "impls/registry.hpp"
#include "properties/sensitivity/kill_matrix.hpp"
#include "properties/property.hpp"
#include "properties/diagnosis/suspect.hpp"
#include "reports/judging/known_faults.hpp"

namespace assay::reports::cli {
namespace {

using properties::KillsOfFault;

std::string share(const KillsOfFault& fault, const std::string& suite) {
  const auto found = fault.by_suite.find(suite);
  if (found == fault.by_suite.end()) return "-";
  return fmt::format("{}/{}", found->second.killed, found->second.cases);
}

/// Each suite's part of the catalogue.
void print_coverage(const std::map<std::string, KillsOfFault>& all) {
  for (const char* suite : {"quick", "standard"}) {
    std::size_t meets = 0, kills = 0;
    for (const auto& [name, fault] : all) {
      const auto found = fault.by_suite.find(suite);
      if (found == fault.by_suite.end()) continue;
      meets += found->second.manifest > 0;
      kills += found->second.killed > 0;
    }
    std::cout << fmt::format("suite {}: some case shows {} of {} faults, {} die\n", suite, meets, all.size(), kills);
  }
}

std::string killers_of(const impls::Fault& fault) {
  std::string killers;
  for (const std::string& killer : fault.killers) killers += (killers.empty() ? "" : ", ") + killer;
  return killers;
}

}  // namespace

void print_kill_matrix() {
  const std::map<std::string, KillsOfFault> all = properties::kills_by_fault();
  std::cout << "Which check kills which fault, measured; the columns after the suites are properties:\n";
  char letter = 'a';
  std::string header;
  for (const properties::Property& property : properties::all_properties()) {
    std::cout << "  " << letter << "  " << property.name << "\n";
    header += letter++;
  }
  std::size_t width = 0;
  for (const auto& [name, fault] : all) width = std::max(width, name.size());
  std::cout << fmt::format("\n{:<{}}  {:>9}  {:>9}  {}\n", "fault", width, "quick", "standard", header);
  for (const auto& [name, fault] : all) {
    std::string marks;
    for (const properties::Property& property : properties::all_properties())
      marks += fault.properties.contains(std::string(property.name)) ? 'x' : '.';
    std::cout << fmt::format("{:<{}}  {:>9}  {:>9}  {}\n", name, width, share(fault, "quick"), share(fault, "standard"),
                             marks);
  }
  std::cout
      << "\nquick, standard: cases on which the comparison with the reference kills it, of those it takes\n"
      << "x: the property kills it; .: it did not in the few cases in which it was asked, which is no proof that it\n"
      << "   never does\n";
  print_coverage(all);
  std::cout << properties::twins_line(all) << "\n";
  for (const properties::Kept& kept : properties::kept_properties())
    std::cout << "kept: " << kept.property << ": " << kept.why << "\n";
}

void print_fault(const impls::Fault& fault) {
  const std::string name = impls::name_of(fault);
  const auto kind = std::ranges::find(impls::fault_classes(), fault.bug_class, &impls::FaultClass::name);
  const auto suspect = std::ranges::find(properties::all_suspects(), fault.suspect, &properties::Suspect::name);
  std::cout << name << "\nbroken       " << fault.broken << "\nsource       " << fault.source << "\nclass        "
            << fault.bug_class;
  if (kind != impls::fault_classes().end()) std::cout << ": " << kind->meaning;
  if (!fault.library.empty()) {
    std::cout << "\nplanted in   the emulated CUDA library " << fault.library << "\ncaught by    " << killers_of(fault)
              << "\nsee it       ctest -R impls.cuda_faults\n";
    return;
  }
  std::cout << "\nshows on     " << fault.trigger << "\nhonest twin  " << fault.honest_twin << "\ncaught by    "
            << killers_of(fault);
  if (suspect != properties::all_suspects().end())
    std::cout << "\nnamed as     " << suspect->claim << " (" << suspect->name << ")";
  else
    std::cout << "\nnamed as     no known suspect";
  const std::map<std::string, KillsOfFault> all = properties::kills_by_fault();
  if (const auto found = all.find(stem(fault)); found != all.end())
    for (const auto& [suite, kill] : found->second.by_suite)
      if (suite != "own")
        std::cout << fmt::format("\nin {:<10}violated on {} of {} cases that it takes", suite, kill.killed, kill.cases);
  if (seen_by(fault) != "reference")
    std::cout << "\nremembers    it takes several calls: the comparison with the reference makes one";
  std::cout << "\nsee it       " << see_command(fault)
            << "\nbeside it    just outside the trigger, where the comparison with the reference finds nothing;"
            << "\n             properties change the call and may still meet the fault\n             "
            << beside_command(fault) << "\n";
}

}  // namespace assay::reports::cli
