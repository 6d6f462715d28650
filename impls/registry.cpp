// SPDX-License-Identifier: Apache-2.0
#include "impls/registry.hpp"

#include <algorithm>

#include "reference/model/contract.hpp"

namespace assay::impls {

KernelPointer find_kernel(const std::string& name) {
  std::string known;
  for (const KernelPointer& kernel : all_kernels()) {
    if (kernel->name() == name) return kernel;
    known += (known.empty() ? "" : ", ") + kernel->name();
  }
  for (const KernelPointer& twin : all_twins())
    if (twin->name() == name) return twin;
  for (const Fault& fault : all_faults()) {
    if (fault.kernel->name() == name) return fault.kernel;
  }
  throw UsageError("unknown kernel '" + name + "'; known: " + known + ", those of `assay list faults`, and a library " +
                   "by its path, as in ./libmine.so");
}

std::vector<const Fault*> select_faults(const std::vector<std::string>& names) {
  const auto is = [](const Fault& fault, const std::string& name) {
    return name == fault.kernel->name() || name == stem(fault);
  };
  for (const std::string& name : names)
    if (std::ranges::none_of(all_faults(), [&](const Fault& fault) { return is(fault, name); }))
      throw UsageError("no fault of this program is named '" + name +
                       "'; right would be one of `assay list faults`, as in missing_scale, and none of fault/cuda");
  std::vector<const Fault*> list;
  for (const Fault& fault : all_faults())
    if (names.empty() || std::ranges::any_of(names, [&](const std::string& name) { return is(fault, name); }))
      list.push_back(&fault);
  return list;
}

}  // namespace assay::impls
