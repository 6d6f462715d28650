// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/exhibit_judge.hpp"

#include <utility>

#include "reports/judging/requirement.hpp"
#include "reports/judging/stopwatch.hpp"
#include "properties/call.hpp"

namespace assay::reports {
namespace {

std::string line_of(const Exhibit& exhibit) {
  if (const auto* the_case = std::get_if<Case>(&exhibit.source)) return to_text(*the_case);
  return to_text(std::get<properties::Call>(exhibit.source).problem);
}

/// Tensors from files were not searched for.
properties::InputOrigin origin_of_inputs(const Exhibit& exhibit) {
  const auto* the_case = std::get_if<Case>(&exhibit.source);
  return the_case ? properties::origin_of(*the_case) : properties::InputOrigin::Natural;
}

}  // namespace

ExhibitJudge::ExhibitJudge(const CampaignOptions& options, const Exhibit& exhibit)
    : options_(options),
      exhibit_(exhibit),
      call_(call_of(exhibit)),
      line_(line_of(exhibit)),
      reference_(call_.problem, call_.inputs),
      shown_(reference_) {}

ExhibitResult ExhibitJudge::operator()(const impls::Kernel& kernel, properties::RunPower* power) {
  ExhibitResult result{.kernel = kernel.name(),
                       .dtype = std::string(call_.problem.dtype.name),
                       .convention = to_text(call_.problem.convention)};
  const impls::Support support = kernel.supports(call_.problem);
  if (options_.reference) compare(kernel, support, result);
  if (power && result.judged) power->add(shown_, result.judged->arithmetic);
  if (!support && !options_.reference)
    result.uncovered.push_back(
        {.what = Uncovered::Kind::Kernel, .name = result.kernel, .reason = "refused: " + support.refusal});
  if (support)
    for (std::size_t n = exhibit_.turn % exhibit_.share; n < options_.properties.size(); n += exhibit_.share)
      check(kernel, *options_.properties[n], result);
  return result;
}

Outcome ExhibitJudge::outcome(const impls::Kernel& kernel, std::string_view check, Verdict verdict) const {
  Outcome made{.kernel = kernel.name(),
               .check = std::string(check),
               .origin = exhibit_.origin,
               .line = line_,
               .verdict = std::move(verdict),
               .again = exhibit_.again};
  if (options_.required) made.again = repeat_with(replay_command(made), options_.required);
  return made;
}

void ExhibitJudge::compare(const impls::Kernel& kernel, const impls::Support& support, ExhibitResult& result) {
  if (!support) {
    result.outcomes.push_back(outcome(kernel, properties::reference_check, properties::NotApplicable{support.refusal}));
    return;
  }
  result.judged = properties::requirement_of(kernel, call_.problem, options_.required);
  const Stopwatch watch;
  Outcome seen = judged_outcome(kernel, result.judged->arithmetic, result);
  seen.milliseconds = watch.milliseconds();
  result.outcomes.push_back(std::move(seen));
}

/// The comparison with the reference; the elements closest to their bounds are noted in the result.
Outcome ExhibitJudge::judged_outcome(const impls::Kernel& kernel, const Arithmetic& arithmetic, ExhibitResult& result) {
  const properties::Ran ran = properties::run(kernel, call_);
  if (const auto* fault = std::get_if<properties::Faulted>(&ran))
    return outcome(kernel, properties::reference_check, *fault);
  properties::Judgement judgement =
      properties::judge(reference_, std::get<Outputs>(ran), arithmetic, origin_of_inputs(exhibit_));
  Outcome seen = outcome(kernel, properties::reference_check, std::move(judgement.verdict));
  seen.out = judgement.out;
  seen.lse = judgement.lse;
  seen.power = std::move(judgement.power);
  for (Evidence& evidence : judgement.worst)
    result.worst.push_back({.origin = exhibit_.origin, .line = line_, .evidence = std::move(evidence)});
  return seen;
}

void ExhibitJudge::check(const impls::Kernel& kernel, const properties::Property& property,
                         ExhibitResult& result) const {
  const Stopwatch watch;
  Outcome seen = outcome(kernel, property.name, properties::check(property, kernel, call_));
  seen.milliseconds = watch.milliseconds();
  if (const auto* v = std::get_if<properties::NotApplicable>(&seen.verdict))
    result.uncovered.push_back(
        {.what = Uncovered::Kind::Property, .name = std::string(property.name), .reason = v->reason});
  else
    result.outcomes.push_back(std::move(seen));
}

}  // namespace assay::reports
