// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "reference/model/arithmetic.hpp"
#include "reference/model/inputs.hpp"
#include "reference/model/problem.hpp"

namespace assay::impls {

/// Whether a kernel takes a problem; if not, why, as a sentence fragment for reports ("head_dim above 256").
struct Support {
  std::string refusal;  ///< empty: it takes it
  explicit operator bool() const { return refusal.empty(); }
  static Support yes() { return {}; }
  static Support no(std::string why) { return {std::move(why)}; }
};

/// Anything that computes attention for a problem. Implementations hold no state that one call leaves to the next.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual std::string name() const = 0;
  virtual std::string description() const = 0;
  /// What it declares about its numbers for this problem.
  virtual Arithmetic arithmetic(const Problem& problem) const = 0;
  virtual Support supports(const Problem& problem) const = 0;
  /// Compute out (and lse where asked) for a supported problem. Inputs are as check_inputs() demands, with any strides;
  /// outputs come from blank_outputs(). Throws what it likes on trouble; the caller reports it as a fault.
  virtual void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const = 0;
};

using KernelPointer = std::shared_ptr<const Kernel>;

}  // namespace assay::impls
