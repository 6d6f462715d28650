// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

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

/// What a kernel promises beside its numbers.
struct Promises {
  bool any_strides = true;       ///< it takes every layout; otherwise contiguous tensors only
  bool repeatable = true;        ///< the same call gives the same bits
  bool batch_invariant = false;  ///< an example's bits do not depend on the others of its batch
};

/// A kernel did something that no kernel may do, and whoever ran it saw it. kind and where are those of the verdict
/// "faulted": "crash", "hang", "exit", "out of bounds", "input written", "memory", ...
class KernelFault : public std::runtime_error {
 public:
  KernelFault(std::string kind, std::string where)
      : std::runtime_error(kind + ": " + where),
        kind_(std::move(kind)),
        where_(std::move(where)) {}
  const std::string& kind() const { return kind_; }
  const std::string& where() const { return where_; }

 private:
  std::string kind_;
  std::string where_;
};

/// Anything that computes attention for a problem. No call may depend on an earlier one.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual std::string name() const = 0;
  virtual std::string description() const = 0;
  /// What it declares about its numbers for this problem.
  virtual Arithmetic arithmetic(const Problem& problem) const = 0;
  virtual Support supports(const Problem& problem) const = 0;
  virtual Promises promises() const { return {}; }
  /// The convention that it follows whatever the problem says; none: it follows the problem's.
  virtual std::optional<Convention> convention() const { return std::nullopt; }
  /// What a report must say of it beside its verdicts: protections that were lost, parts that are not judged.
  virtual std::vector<std::string> caveats() const { return {}; }
  /// The same kernel, never called (a library in a process of its own), so that nothing remembered can reach it. Null
  /// for kernels that remember nothing.
  virtual std::shared_ptr<const Kernel> fresh() const { return nullptr; }
  /// Compute out (and lse where asked) for a supported problem. Inputs are as check_inputs() demands, with any strides;
  /// outputs come from blank_outputs(). Throws what it likes on trouble; the caller reports it as a fault.
  virtual void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const = 0;
};

using KernelPointer = std::shared_ptr<const Kernel>;

}  // namespace assay::impls
