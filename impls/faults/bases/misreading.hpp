// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "impls/fault.hpp"
#include "impls/support/visibility.hpp"
#include "reference/model/rearrange.hpp"

namespace assay::impls {

/// A fault around an honest kernel: it is given another problem or other inputs than were asked, and something happens
/// to what it returns. Each part may be left out.
struct Misreading {
  /// Changes the call as the fault would.
  void (*rewrite)(Problem& problem, Inputs& inputs) = nullptr;
  /// Where the faulty code would stop with an error instead of computing; none: nowhere.
  Support (*supports)(const Problem& problem) = nullptr;
  /// Changes the outputs, with the call as it was asked.
  void (*spoil)(const Problem& problem, const Inputs& inputs, Outputs& outputs) = nullptr;
};

/// Completes a fault (everything but its kernel) whose kernel is its honest twin misreading the call.
Fault misreading_fault(const std::string& stem, Fault fault, const Misreading& misreading);

/// Puts one boolean mask in the place of causality, window, segments and mask: `sees` says for each row and key whether
/// it is visible, told whether it was. Key lengths, additive masks and positions (ALiBi) stay as they are.
void replace_mask(Problem& problem, Inputs& inputs,
                  const std::function<bool(const RowPlace& row, std::int64_t key, bool visible)>& sees);

/// Causality in which the last visible key of a row stands where that of query `query(problem, row)` would.
void move_causal_limit(Problem& problem, Inputs& inputs,
                       std::int64_t (*query)(const Problem& problem, const RowPlace& row));

/// Adds to every score, through an additive mask of fp64 with all axes.
void add_scores(Problem& problem, Inputs& inputs, const std::function<double(const Index4& at)>& added);

/// Gives each query head a copy of key head `key_head(problem, query head)`.
void read_key_heads(Problem& problem, Inputs& inputs,
                    std::int64_t (*key_head)(const Problem& problem, std::int64_t query_head));

/// The tensor's memory read with other strides; beyond its end it starts again.
Tensor read_with_strides(const Tensor& tensor, const Index4& strides);

/// A tensor of fp64 elements.
Tensor recomputed(const Tensor& tensor, const std::function<double(const Index4& at, double element)>& compute);

/// Each element of the outputs (log-sum-exp left alone) through a function of its place and value.
void spoil_elements(Outputs& outputs, const std::function<double(const Index4& at, double element)>& spoil);

}  // namespace assay::impls
