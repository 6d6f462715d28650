// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/fault_effect.hpp"

#include <algorithm>
#include <cmath>

#include "impls/registry.hpp"

namespace assay::properties {
namespace {

/// Mean of squares that do not overflow: sizes are taken out first.
class RootMeanSquare {
 public:
  void add(double error) {
    ++count_;
    const double size = std::fabs(error);
    if (size == 0) return;
    if (size > largest_) {
      sum_ *= (largest_ / size) * (largest_ / size);
      largest_ = size;
    }
    sum_ += (size / largest_) * (size / largest_);
  }
  double value() const { return count_ == 0 ? 0 : largest_ * std::sqrt(sum_ / static_cast<double>(count_)); }

 private:
  double largest_ = 0;
  double sum_ = 0;
  std::int64_t count_ = 0;
};

bool grows(double fault, double twin, double factor) { return fault > 0 && fault >= factor * twin; }

/// The largest magnitude of a row's maximal score.
double largest_maximum(CaseReference& reference) {
  double largest = 0;
  for (std::size_t n = 0; n < reference.row_count(); ++n)
    if (!reference.row(n).exact.empty) largest = std::max(largest, std::fabs(reference.row(n).exact.max));
  return largest;
}

}  // namespace

Distance distance_of(CaseReference& reference, const Outputs& outputs) {
  Distance distance;
  RootMeanSquare out, lse;
  const auto add = [&](RootMeanSquare& mean, double got, double exact) {
    if (!std::isfinite(exact)) return;
    if (std::isfinite(got)) mean.add(got - exact);
    if (!std::isfinite(got)) distance.non_finite = true;
  };
  for (std::size_t n = 0; n < reference.row_count(); ++n) {
    const CaseReference::Row& row = reference.row(n);
    const RowIndex& at = row.data.index;
    for (std::size_t c = 0; c < row.exact.out.size(); ++c)
      add(out, outputs.out.get({at.batch, at.head, at.query, static_cast<std::int64_t>(c)}), row.exact.out[c]);
    if (outputs.lse) add(lse, outputs.lse->get({at.batch, at.head, at.query, 0}), row.exact.lse);
  }
  distance.out = out.value();
  distance.lse = lse.value();
  return distance;
}

Effect effect_of(const Distance& fault, const Distance& twin) {
  if (fault.non_finite && !twin.non_finite) return Effect::Manifest;
  if (grows(fault.out, twin.out, 2) || grows(fault.lse, twin.lse, 2)) return Effect::Manifest;
  if (grows(fault.out, twin.out, 1.1) || grows(fault.lse, twin.lse, 1.1)) return Effect::Weak;
  return Effect::Hidden;
}

const std::optional<FaultsOnCase::Honest>& FaultsOnCase::twin(const std::string& name) {
  const auto [found, fresh] = twins_.emplace(name, std::nullopt);
  const impls::KernelPointer kernel = impls::find_kernel(name);
  if (!fresh || !kernel->supports(call_.problem)) return found->second;
  Ran ran = run(*kernel, call_);
  Honest honest;
  if (const auto* faulted = std::get_if<Faulted>(&ran)) {
    honest.judged.verdict = *faulted;
    honest.outputs = blank_outputs(call_.problem);
  } else {
    honest.outputs = std::get<Outputs>(std::move(ran));
    honest.judged = judge(reference_, honest.outputs, kernel->arithmetic(call_.problem), origin_);
    honest.distance = distance_of(reference_, honest.outputs);
  }
  found->second = std::move(honest);
  return found->second;
}

std::optional<Showing> FaultsOnCase::show(const impls::Fault& fault) {
  if (!fault.kernel->supports(call_.problem)) return std::nullopt;
  const std::optional<Honest>& honest = twin(fault.honest_twin);
  if (!honest) return std::nullopt;
  Ran wrong = run(*fault.kernel, call_);
  Showing showing;
  showing.harmless = largest_maximum(reference_) < fault.harmless_below;
  showing.twin = honest->outputs;
  showing.twin_judged = honest->judged;
  const bool twin_faulted = std::holds_alternative<Faulted>(honest->judged.verdict);
  if (const auto* faulted = std::get_if<Faulted>(&wrong)) {
    showing.effect = twin_faulted ? Effect::Hidden : Effect::Manifest;
    showing.judged.verdict = *faulted;
    showing.fault = blank_outputs(call_.problem);
    return showing;
  }
  showing.fault = std::get<Outputs>(std::move(wrong));
  if (!twin_faulted) showing.effect = effect_of(distance_of(reference_, showing.fault), honest->distance);
  showing.judged = judge(reference_, showing.fault, fault.kernel->arithmetic(call_.problem), origin_);
  return showing;
}

}  // namespace assay::properties
