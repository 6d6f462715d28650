// SPDX-License-Identifier: Apache-2.0
#include "properties/power.hpp"

#include <algorithm>
#include <utility>

#include "impls/registry.hpp"
#include "reference/model/case.hpp"

namespace assay::properties {
namespace {

/// Whether the problem uses every option that the fault's own case uses: without it the fault has nothing to break.
bool gives_room(const Problem& problem, const Problem& needs) {
  const auto lacks = [](bool needed, bool there) { return needed && !there; };
  return !(lacks(needs.causal, problem.causal) || lacks(needs.window != Window{}, problem.window != Window{}) ||
           lacks(needs.key_lengths, problem.key_lengths) || lacks(needs.segments, problem.segments) ||
           lacks(needs.mask.has_value(), problem.mask.has_value()) ||
           lacks(needs.bias.has_value(), problem.bias.has_value()) ||
           lacks(needs.softcap.has_value(), problem.softcap.has_value()) || lacks(needs.alibi, problem.alibi) ||
           lacks(needs.sinks, problem.sinks) || lacks(needs.dropout.probability > 0, problem.dropout.probability > 0) ||
           lacks(needs.dropout.training, problem.dropout.training) || lacks(needs.lse, problem.lse) ||
           lacks(needs.extents.key_heads > 1, problem.extents.query_heads > 1));
}

const std::vector<Problem>& needs_of_faults() {
  static const std::vector<Problem> all = [] {
    std::vector<Problem> list;
    for (const impls::Fault& fault : impls::all_faults()) list.push_back(impls::trigger_case(fault.inside).problem);
    return list;
  }();
  return all;
}

bool is_caught(const impls::Kernel& kernel, const Call& call, CaseReference& reference, const Arithmetic& arithmetic) {
  const Ran ran = run(kernel, call);
  const auto* outputs = std::get_if<Outputs>(&ran);
  return !outputs || is_bad(judge(reference, *outputs, arithmetic).verdict);
}

}  // namespace

FaultsShown::FaultsShown(CaseReference& reference)
    : reference_(reference), call_{reference.problem(), reference.inputs()} {}

FaultsShown::Known& FaultsShown::in(const Arithmetic& arithmetic) {
  Known nothing{arithmetic, {}, {}};
  nothing.shown.resize(impls::all_faults().size());
  return known_.try_emplace(to_text(arithmetic), std::move(nothing)).first->second;
}

bool FaultsShown::twin_lives(const std::string& name, Known& known) {
  const auto [twin, fresh] = known.twin_lives.emplace(name, false);
  if (fresh) {
    const impls::KernelPointer kernel = impls::find_kernel(name);
    twin->second = kernel->supports(call_.problem) && !is_caught(*kernel, call_, reference_, known.arithmetic);
  }
  return twin->second;
}

bool FaultsShown::shows(std::size_t n, Known& known) {
  const impls::Fault& fault = impls::all_faults()[n];
  if (!known.shown[n])
    known.shown[n] = gives_room(call_.problem, needs_of_faults()[n]) && fault.kernel->supports(call_.problem) &&
                     is_caught(*fault.kernel, call_, reference_, known.arithmetic) &&
                     twin_lives(fault.honest_twin, known);
  return *known.shown[n];
}

RunPower::RunPower() : shown_(impls::all_faults().size()) {}

void RunPower::add(FaultsShown& faults, const Arithmetic& arithmetic) {
  if (cost(faults.reference().problem()).flops > 2.0 * work_most) return;
  FaultsShown::Known& known = faults.in(arithmetic);
  for (std::size_t n = 0; n < shown_.size(); ++n)
    if (!shown_[n] && faults.shows(n, known)) shown_[n] = true;
}

std::vector<std::string> RunPower::not_shown() const {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < shown_.size(); ++n)
    if (!shown_[n]) names.push_back(stem(impls::all_faults()[n]));
  std::ranges::sort(names);
  return names;
}

}  // namespace assay::properties
