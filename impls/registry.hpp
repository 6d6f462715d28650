// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "impls/fault.hpp"
#include "impls/kernel.hpp"

namespace assay::impls {

/// The honest built-in kernels. Extension point: impls/cpu.
const std::vector<KernelPointer>& all_kernels();
/// Honest kernels that only stand beside faults, on no list of kernels to judge. Extension point: impls/faults/twins.
const std::vector<KernelPointer>& all_twins();
/// The deliberately wrong ones. Extension point: impls/faults.
const std::vector<Fault>& all_faults();

/// The ones that can be planted in emulated CUDA kernels, library by library. Extension point: impls/faults/cuda.
const std::vector<std::vector<Fault>>& planted_faults();

/// A kernel, a twin or a fault by name. Throws UsageError naming the known kernels.
KernelPointer find_kernel(const std::string& name);

/// The faults of all_faults() with these names, each with "fault/" or without, in the order of the list; no names: all.
/// Throws UsageError naming the first that is none.
std::vector<const Fault*> select_faults(const std::vector<std::string>& names);

}  // namespace assay::impls
