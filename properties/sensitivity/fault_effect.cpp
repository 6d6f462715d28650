// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/fault_effect.hpp"

#include <cmath>

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

}  // namespace assay::properties
