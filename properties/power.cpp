// SPDX-License-Identifier: Apache-2.0
#include "properties/power.hpp"

#include <algorithm>
#include <map>

#include "impls/registry.hpp"
#include "properties/call.hpp"
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

RunPower::RunPower() : shown_(impls::all_faults().size()) {}

void RunPower::add(CaseReference& reference, const Arithmetic& arithmetic) {
  const Problem& problem = reference.problem();
  if (cost(problem).flops > 2.0 * work_most) return;
  const Call call{problem, reference.inputs()};
  std::map<std::string, bool> twin_lives;
  for (std::size_t n = 0; n < shown_.size(); ++n) {
    const impls::Fault& fault = impls::all_faults()[n];
    if (shown_[n] || !gives_room(problem, needs_of_faults()[n]) || !fault.kernel->supports(problem)) continue;
    if (!is_caught(*fault.kernel, call, reference, arithmetic)) continue;
    const auto [twin, fresh] = twin_lives.emplace(fault.honest_twin, false);
    if (fresh) {
      const impls::KernelPointer kernel = impls::find_kernel(fault.honest_twin);
      twin->second = kernel->supports(problem) && !is_caught(*kernel, call, reference, arithmetic);
    }
    if (twin->second) shown_[n] = true;
  }
}

std::vector<std::string> RunPower::not_shown() const {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < shown_.size(); ++n)
    if (!shown_[n]) names.push_back(stem(impls::all_faults()[n]));
  std::ranges::sort(names);
  return names;
}

}  // namespace assay::properties
