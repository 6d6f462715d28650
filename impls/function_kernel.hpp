// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "impls/kernel.hpp"

namespace assay::impls {

/// A kernel written down as functions. Only name and compute are needed.
struct FunctionKernel {
  std::string name;
  /// As Kernel::run.
  std::function<void(const Problem&, const Inputs&, Outputs&)> compute;
  /// Which problems it takes; empty: all of the dtype that its arithmetic is named for, of fp32 where it declares none.
  std::function<Support(const Problem&)> supports{};
  /// What it declares about its numbers, as text ("fp32 exp_ulp=1"); empty: nothing, and it is judged against the
  /// preset of the problem's dtype.
  std::string arithmetic{};
  Promises promises{};  ///< without any_strides it is handed contiguous copies
};

/// A callable as a kernel, in the caller's process. Throws UsageError for a text that is no arithmetic and for a
/// missing name or compute.
KernelPointer kernel_from(FunctionKernel parts);

}  // namespace assay::impls
