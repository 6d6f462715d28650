// SPDX-License-Identifier: Apache-2.0
#include "impls/support/online.hpp"

namespace assay::impls {

Arithmetic online_arithmetic(int block) {
  Arithmetic a = arithmetic_preset("fp32");
  a.normalised_first = false;
  a.theta = 2;
  a.block = block;
  a.ordered_blocks = true;
  a.division = Division::Ieee;
  a.log = Log::Accurate;
  return a;
}

Support up_to_float32(const Problem& problem) {
  if (problem.dtype.storage_bits() <= 32) return Support::yes();
  return Support::no("computes in float32, storage is " + std::string(problem.dtype.name));
}

}  // namespace assay::impls
