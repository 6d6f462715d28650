// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "impls/cuda/probes/machine.hpp"

namespace assay::probes {

/// The kernels' fast_exp2 on negative arguments, against the exact value.
struct Exp2Error {
  std::uint64_t asked = 0;
  double largest = 0;  ///< relative, in units of 2^-23: what a declaration calls exp_ulp; over normal results
  float at = 0;
  std::uint64_t below_normal = 0;  ///< arguments with a result below the smallest normal number
  std::uint64_t kept = 0;          ///< of them with another result than zero
  std::uint64_t wrong = 0;         ///< results that are NaN, negative or infinite, and 2^0 other than 1
};

/// Every stride-th float from -2^-26 (where all results round to 1) to -150, and both zeros. 1: all 280 million.
Exp2Error probe_exp2(Machine& machine, std::uint32_t stride);

/// Beside the 2^-22 of the PTX ISA (ex2.approx.ftz.f32), which is exp_ulp=2, and its flushed results.
std::vector<Finding> compare(const Exp2Error& error);

}  // namespace assay::probes
