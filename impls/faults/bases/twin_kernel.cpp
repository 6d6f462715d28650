// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/twin_kernel.hpp"

#include "impls/registry.hpp"

namespace assay::impls {

TwinKernel::TwinKernel(const std::string& stem, const Fault& fault, Support (*takes)(const Problem& problem))
    : name_("fault/" + stem),
      description_(fault.broken),
      twin_(find_kernel(fault.honest_twin)),
      takes_(takes) {}

Support TwinKernel::supports(const Problem& problem) const {
  const Support own = takes_ ? takes_(problem) : Support::yes();
  return own ? twin_->supports(problem) : own;
}

}  // namespace assay::impls
