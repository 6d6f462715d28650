// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/judge_run.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "impls/provenance.hpp"
#include "properties/cases/suite.hpp"
#include "reports/record/backend.hpp"
#include "reports/judging/known_faults.hpp"
#include "reports/judging/rules_in_use.hpp"
#include "reports/record/environment.hpp"
#include "reports/judging/gatherer.hpp"
#include "reports/judging/namer.hpp"
#include "reports/judging/stopwatch.hpp"
#include "reports/record/text.hpp"
#include "reports/judging/workshop.hpp"

namespace assay::reports {
namespace {

/// Each run says which faults its cases could not have shown; kernels that are judged alike share an entry.
void add_power(const std::map<std::string, properties::RunPower>& powers, Run& run) {
  const std::string large = "of more than " + grouped(properties::RunPower::work_most) + " multiplications";
  std::map<std::pair<std::string, std::int64_t>, std::string> kernels_by_faults;  // and cases left out
  for (const auto& [kernel, power] : powers) {
    if (power.tried() == 0 && power.too_large() > 0)
      run.uncovered.push_back({.what = Uncovered::Kind::Kernel,
                               .name = kernel,
                               .reason = "which faults its cases show was not asked: all are " + large});
    if (power.tried() == 0) continue;
    std::string names;
    for (const std::string& name : power.not_shown()) names += (names.empty() ? "" : " ") + name;
    std::string& kernels = kernels_by_faults[{names, power.too_large()}];
    kernels += (kernels.empty() ? "" : ", ") + kernel;
  }
  for (const auto& [key, kernels] : kernels_by_faults) {
    const auto& [names, left_out] = key;
    const std::string but = left_out == 0 ? "" : "; " + grouped(left_out) + " cases " + large + " were not tried";
    if (!names.empty())
      run.uncovered.push_back({.what = Uncovered::Kind::Fault,
                               .name = names,
                               .reason = "no case shows it in the arithmetic of " + kernels + but,
                               .count = 1 + std::ranges::count(names, ' ')});
  }
}

}  // namespace

bool stopped(const CampaignOptions& options) { return options.stop && *options.stop; }

void select_checks(const std::vector<std::string>& checks, CampaignOptions& campaign) {
  campaign.reference = checks.empty();
  bool all = checks.empty();
  for (const std::string& name : checks) {
    if (name == properties::reference_check)
      campaign.reference = true;
    else if (name == "properties")
      all = true;
    else
      campaign.properties.push_back(&properties::find_property(name));
  }
  if (!all) return;
  campaign.properties.clear();
  for (const properties::Property& property : properties::all_properties()) campaign.properties.push_back(&property);
}

std::vector<Exhibit> exhibits_of_suite(const std::string& name, const std::vector<std::string>& checks) {
  constexpr std::size_t share = 7;
  std::vector<Exhibit> exhibits;
  std::size_t turn = 0;
  for (const Case& the_case : properties::find_suite(name).cases)
    exhibits.push_back({.origin = {.kind = Origin::Kind::Suite, .of = name},
                        .source = the_case,
                        .share = checks.empty() ? share : 1,
                        .turn = turn++});
  return exhibits;
}

properties::Call call_of(const Exhibit& exhibit) {
  if (const auto* the_case = std::get_if<Case>(&exhibit.source)) return properties::make_call(*the_case);
  return std::get<properties::Call>(exhibit.source);
}

void enter(const impls::Kernel& kernel, Run& run) {
  if (std::ranges::count(run.kernels, kernel.name(), &KernelRecord::name)) return;
  const impls::Provenance from = impls::provenance_of(kernel);
  const std::string& known_as = from.name.empty() ? kernel.name() : from.name;
  run.kernels.push_back({.name = kernel.name(),
                         .description = kernel.description(),
                         .library = from,
                         .device_record = device_record_of(known_as, device_records())});
  if (from.lost) tell_isolation(*from.lost, run.environment);
  for (const std::string& caveat : kernel.caveats())
    run.uncovered.push_back({.what = Uncovered::Kind::Kernel, .name = kernel.name(), .reason = caveat});
}

void judge_all(const CampaignOptions& options, Run& run) {
  const Stopwatch watch;
  Gatherer gatherer(options, run);
  Workshop workshop(options);
  workshop.run();
  const std::string why = stopped(options) ? "the run was interrupted" : "the budget ended first";
  for (std::size_t n = 0; n < options.exhibits.size(); ++n) {
    std::optional<std::vector<ExhibitResult>>& results = workshop.result(n);
    if (!results) gatherer.skip(options.exhibits[n].origin, why);
    if (results)
      for (ExhibitResult& result : *results) gatherer.add(std::move(result), n);
  }
  gatherer.finish();
  if (options.reference && options.power) add_power(workshop.powers(), run);
  if (options.power) {
    run.catalogue = measured_catalogue();
    add_comparison(run);
  }
  Namer(options, gatherer, run).run();
  run.interrupted = run.interrupted || stopped(options);
  run.milliseconds += watch.milliseconds();
}

}  // namespace assay::reports
