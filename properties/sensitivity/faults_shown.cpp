// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/faults_shown.hpp"

#include <algorithm>

#include "impls/registry.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {

RunPower::RunPower() : shown_(impls::all_faults().size()) {}

void RunPower::add(FaultsOnCase& faults, const Arithmetic& arithmetic) {
  const bool too_large = cost(faults.reference().problem()).flops > 2.0 * work_most;
  ++(too_large ? too_large_ : tried_);
  if (too_large) return;
  FaultsOnCase::Known& known = faults.in(arithmetic);
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
