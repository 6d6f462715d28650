// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "impls/cuda/probes/machine.hpp"

namespace assay::probes {

/// What the compiler and the device make of float32 as kernels write it.
struct FloatArithmetic {
  bool keeps_subnormal_sums = false;
  bool keeps_subnormal_products = false;
  bool keeps_subnormal_fused = false;
  bool reads_subnormals = false;  ///< a subnormal operand counts
  bool contracts = false;         ///< x y + z becomes one operation
  bool fuses = false;             ///< fma(x, y, z) is one
  std::uint64_t quotients = 0;
  std::uint64_t rounded_quotients = 0;  ///< of them correctly rounded
  std::uint64_t logarithms = 0;
  double largest_log_error = 0;  ///< in units in the last place of the exact value
};
FloatArithmetic probe_floats(Machine& machine);

/// Beside nvcc's defaults (CUDA C++ Programming Guide, "Mathematical Functions" and nvcc's -ftz=false -prec-div=true
/// -fmad=true; log within 1 unit in the last place).
std::vector<Finding> compare(const FloatArithmetic& found);

}  // namespace assay::probes
