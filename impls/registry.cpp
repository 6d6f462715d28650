// SPDX-License-Identifier: Apache-2.0
#include "impls/registry.hpp"

#include "impls/plain_online.hpp"
#include "reference/model/contract.hpp"

namespace assay::impls {

KernelPointer find_kernel(const std::string& name) {
  std::string known;
  for (const KernelPointer& kernel : all_kernels()) {
    if (kernel->name() == name) return kernel;
    known += (known.empty() ? "" : ", ") + kernel->name();
  }
  if (const KernelPointer twin = honest_plain_online(); twin->name() == name) return twin;
  for (const Fault& fault : all_faults()) {
    if (fault.kernel->name() == name) return fault.kernel;
  }
  throw UsageError("unknown kernel '" + name + "'; known: " + known + ", those of `assay list faults`, and a library " +
                   "by its path, as in ./libmine.so");
}

}  // namespace assay::impls
