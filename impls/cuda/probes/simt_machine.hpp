// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "impls/cuda/probes/machine.hpp"

namespace assay::probes {

/// The kernels of kernels.hpp where this unit was compiled for: by nvcc on the device, else in the emulator. Its calls
/// throw std::runtime_error with what the runtime says.
std::unique_ptr<Machine> simt_machine();

}  // namespace assay::probes
