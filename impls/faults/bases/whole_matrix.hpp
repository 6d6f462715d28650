// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "impls/fault.hpp"

namespace assay::impls {

/// Scores or weights of all heads of one batch member, (head, query, key) row by row.
struct HeadMatrices {
  std::int64_t batch;
  std::int64_t heads;
  std::int64_t rows;
  std::int64_t columns;
  std::vector<float> numbers;

  float& at(std::int64_t head, std::int64_t row, std::int64_t column) {
    return numbers[static_cast<std::size_t>((head * rows + row) * columns + column)];
  }
};

/// What a kernel that forms the whole matrix of weights can do otherwise. Each part may be left out.
struct MatrixSlip {
  /// Scores before the softmax; minus infinity where hidden.
  void (*scores)(const Problem& problem, const Inputs& inputs, HeadMatrices& matrices) = nullptr;
  /// exp(score - maximum).
  float (*exponential)(float difference) = nullptr;
  /// In the place of the softmax over keys: from scores to weights that meet the values undivided.
  void (*softmax)(HeadMatrices& matrices) = nullptr;
  /// Weights after the softmax.
  void (*weights)(const Problem& problem, const Inputs& inputs, HeadMatrices& matrices) = nullptr;
  /// Hidden keys take part in the softmax; their weights become 0 behind it.
  bool hide_after_softmax = false;
  /// What it refuses beside what its twin does; none: nothing.
  Support (*supports)(const Problem& problem) = nullptr;
};

/// exp(x - max) / sum over `count` numbers, `step` apart; hidden ones (minus infinity) get 0.
void softmax_along(float* numbers, std::int64_t count, std::int64_t step);

/// For MatrixSlip::supports of softmaxes that run along another axis.
Support without_lse_and_sinks(const Problem& problem);

/// Completes a fault (everything but its kernel and twin): the textbook's matrix in float32, twin explicit_fp32.
Fault matrix_fault(const std::string& stem, Fault fault, const MatrixSlip& slip);

/// The same of a fault whose exponential is inexact: also who must catch it, on which case, and what explains it.
Fault exponential_fault(const std::string& stem, Fault fault, float (*exponential)(float difference));

}  // namespace assay::impls
