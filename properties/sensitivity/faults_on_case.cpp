// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/faults_on_case.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "impls/registry.hpp"

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

bool same(const Ran& a, const Ran& b) {
  const auto *of_a = std::get_if<Outputs>(&a), *of_b = std::get_if<Outputs>(&b);
  return of_a && of_b && *of_a == *of_b;
}

bool finished(const Judgement& judged) { return !std::holds_alternative<Faulted>(judged.verdict); }

/// The largest magnitude of a row's maximal score.
double largest_maximum(CaseReference& reference) {
  double largest = 0;
  for (std::size_t n = 0; n < reference.row_count(); ++n)
    if (!reference.row(n).exact.empty) largest = std::max(largest, std::fabs(reference.row(n).exact.max));
  return largest;
}

}  // namespace

FaultsOnCase::FaultsOnCase(CaseReference& reference, InputOrigin origin)
    : reference_(reference),
      origin_(origin),
      call_{reference.problem(), reference.inputs()},
      tried_(impls::all_faults().size()) {}

std::optional<FaultsOnCase::Twin>& FaultsOnCase::twin(const std::string& name) {
  const auto [found, fresh] = twins_.try_emplace(name);
  if (!fresh) return found->second;
  const impls::KernelPointer kernel = impls::find_kernel(name);
  if (kernel->supports(call_.problem)) found->second = Twin{run(*kernel, call_), {}};
  return found->second;
}

FaultsOnCase::Done FaultsOnCase::measure(const Ran& ran, const impls::Kernel& kernel) const {
  Done done;
  if (const auto* faulted = std::get_if<Faulted>(&ran)) {
    done.judged.verdict = *faulted;
    done.outputs = blank_outputs(call_.problem);
    return done;
  }
  done.outputs = std::get<Outputs>(ran);
  done.distance = distance_of(reference_, done.outputs);
  done.judged = judge(reference_, done.outputs, kernel.arithmetic(call_.problem), origin_);
  return done;
}

std::optional<Showing> FaultsOnCase::show(const impls::Fault& fault) {
  if (!fault.kernel->supports(call_.problem)) return std::nullopt;
  std::optional<Twin>& honest = twin(fault.honest_twin);
  if (!honest) return std::nullopt;
  if (!honest->done) honest->done = measure(honest->ran, *impls::find_kernel(fault.honest_twin));
  const Done& right = *honest->done;
  Done wrong = measure(run(*fault.kernel, call_), *fault.kernel);
  Effect effect = Effect::Hidden;
  if (finished(right.judged))
    effect = finished(wrong.judged) ? effect_of(wrong.distance, right.distance) : Effect::Manifest;
  return Showing{.effect = effect,
                 .harmless = largest_maximum(reference_) < fault.harmless_below,
                 .fault = std::move(wrong.outputs),
                 .twin = right.outputs,
                 .judged = std::move(wrong.judged),
                 .twin_judged = right.judged};
}

FaultsOnCase::Known& FaultsOnCase::in(const Arithmetic& arithmetic) {
  Known nothing{arithmetic, {}, {}};
  nothing.shown.resize(impls::all_faults().size());
  return known_.try_emplace(to_text(arithmetic), std::move(nothing)).first->second;
}

const std::optional<Ran>& FaultsOnCase::differing(std::size_t n) {
  if (tried_[n]) return *tried_[n];
  const impls::Fault& fault = impls::all_faults()[n];
  tried_[n].emplace();
  if (!fault.kernel->supports(call_.problem) || !twin(fault.honest_twin)) return *tried_[n];
  Ran ran = run(*to_try(fault, call_), call_);
  if (!same(ran, twin(fault.honest_twin)->ran)) *tried_[n] = std::move(ran);
  return *tried_[n];
}

bool FaultsOnCase::is_caught(const Ran& ran, const Arithmetic& arithmetic) const {
  const auto* outputs = std::get_if<Outputs>(&ran);
  return !outputs || is_bad(judge(reference_, *outputs, arithmetic).verdict);
}

bool FaultsOnCase::twin_lives(const std::string& name, Known& known) {
  const auto [lives, fresh] = known.twin_lives.emplace(name, false);
  if (fresh) lives->second = !is_caught(twin(name)->ran, known.arithmetic);
  return lives->second;
}

bool FaultsOnCase::shows(std::size_t n, Known& known) {
  if (known.shown[n]) return *known.shown[n];
  known.shown[n] = false;  // also for the question below, in the same arithmetic
  if (!differing(n) || !is_caught(*differing(n), known.arithmetic)) return false;
  const impls::KernelPointer twin = impls::find_kernel(impls::all_faults()[n].honest_twin);
  // The twin of a wider arithmetic than the run's is no witness here; what shows in its own shows in a narrower one.
  return *(known.shown[n] = twin_lives(twin->name(), known) || shows(n, in(stated_arithmetic(*twin, call_.problem))));
}

}  // namespace assay::properties
