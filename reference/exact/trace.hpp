// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "reference/model/inputs.hpp"

namespace assay::reference {

/// How much of a large case a trace shows; it says what it leaves out.
struct TraceLimits {
  std::size_t rows = 12;
  std::size_t keys = 16;
  std::size_t features = 8;
  int precision_bits = 128;
};

/// The four steps of each query row as text: q . k, the scaled score, the score after soft cap and bias where there
/// is one, the weight, then sum, log-sum-exp and output. Numbers have 17 digits and the power of two that bounds
/// their error; a number without one is exact up to its 17 digits.
std::string trace(const Problem& problem, const Inputs& inputs, const TraceLimits& limits = {});

}  // namespace assay::reference
