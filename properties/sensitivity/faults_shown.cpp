// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/faults_shown.hpp"

#include <algorithm>
#include <utility>

#include "impls/registry.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {
namespace {

/// A kernel that remembers is asked anew, after a call of the case that shows it and one of this case: what it does
/// must not depend on the other cases of the run.
impls::KernelPointer to_try(const impls::Fault& fault, const Call& call) {
  const impls::KernelPointer fresh = fault.kernel->fresh();
  if (!fresh) return fault.kernel;
  run(*fresh, make_call(impls::trigger_case(fault.inside)));
  run(*fresh, call);
  return fresh;
}

bool is_caught(const Ran& ran, CaseReference& reference, const Arithmetic& arithmetic) {
  const auto* outputs = std::get_if<Outputs>(&ran);
  return !outputs || is_bad(judge(reference, *outputs, arithmetic).verdict);
}

bool same(const Ran& a, const Ran& b) {
  const auto *of_a = std::get_if<Outputs>(&a), *of_b = std::get_if<Outputs>(&b);
  return of_a && of_b && *of_a == *of_b;
}

}  // namespace

FaultsShown::FaultsShown(const Call& call, CaseReference& reference)
    : reference_(reference),
      call_(call),
      tried_(impls::all_faults().size()) {}

FaultsShown::Known& FaultsShown::in(const Arithmetic& arithmetic) {
  Known nothing{arithmetic, {}, {}};
  nothing.shown.resize(impls::all_faults().size());
  return known_.try_emplace(to_text(arithmetic), std::move(nothing)).first->second;
}

const std::optional<Ran>& FaultsShown::twin(const std::string& name) {
  const auto [twin, fresh] = twins_.try_emplace(name);
  if (!fresh) return twin->second;
  const impls::KernelPointer kernel = impls::find_kernel(name);
  if (kernel->supports(call_.problem)) twin->second = run(*kernel, call_);
  return twin->second;
}

const std::optional<Ran>& FaultsShown::differing(std::size_t n) {
  if (tried_[n]) return *tried_[n];
  const impls::Fault& fault = impls::all_faults()[n];
  tried_[n].emplace();
  if (!fault.kernel->supports(call_.problem) || !twin(fault.honest_twin)) return *tried_[n];
  Ran ran = run(*to_try(fault, call_), call_);
  if (!same(ran, *twin(fault.honest_twin))) *tried_[n] = std::move(ran);
  return *tried_[n];
}

bool FaultsShown::twin_lives(const std::string& name, Known& known) {
  const auto [lives, fresh] = known.twin_lives.emplace(name, false);
  if (fresh) lives->second = !is_caught(*twin(name), reference_, known.arithmetic);
  return lives->second;
}

bool FaultsShown::shows(std::size_t n, Known& known) {
  if (known.shown[n]) return *known.shown[n];
  known.shown[n] = false;  // also for the question below, in the same arithmetic
  if (!differing(n) || !is_caught(*differing(n), reference_, known.arithmetic)) return false;
  const impls::KernelPointer twin = impls::find_kernel(impls::all_faults()[n].honest_twin);
  // The twin of a wider arithmetic than the run's is no witness here; what shows in its own shows in a narrower one.
  return *(known.shown[n] = twin_lives(twin->name(), known) || shows(n, in(stated_arithmetic(*twin, call_.problem))));
}

RunPower::RunPower() : shown_(impls::all_faults().size()) {}

void RunPower::add(FaultsShown& faults, const Arithmetic& arithmetic) {
  const bool too_large = cost(faults.reference().problem()).flops > 2.0 * work_most;
  ++(too_large ? too_large_ : tried_);
  if (too_large) return;
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
