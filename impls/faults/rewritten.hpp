// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "impls/fault.hpp"
#include "impls/registry.hpp"

namespace assay::impls::faults {

/// A fault that amounts to reading the call wrongly: an honest kernel given another problem or other inputs than it was asked.
struct Misreading {
  /// Changes the call as the fault would.
  void (*rewrite)(Problem& problem, Inputs& inputs);
  /// Where the faulty code would stop with an error instead of computing.
  Support (*supports)(const Problem& problem) = [](const Problem&) { return Support::yes(); };
};

class RewrittenKernel : public Kernel {
 public:
  RewrittenKernel(std::string name, std::string description, KernelPointer twin, Misreading misreading)
      : name_(std::move(name)), description_(std::move(description)), twin_(std::move(twin)), misreading_(misreading) {}

  std::string name() const override { return name_; }
  std::string description() const override { return description_; }
  Arithmetic arithmetic(const Problem& problem) const override { return twin_->arithmetic(problem); }
  Support supports(const Problem& problem) const override {
    const Support own = misreading_.supports(problem);
    return own ? twin_->supports(problem) : own;
  }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    Problem misread_problem = problem;
    Inputs misread_inputs = inputs;
    misreading_.rewrite(misread_problem, misread_inputs);
    twin_->run(misread_problem, misread_inputs, outputs);
  }

 private:
  std::string name_;
  std::string description_;
  KernelPointer twin_;
  Misreading misreading_;
};

/// Completes a fault whose kernel is its honest twin misreading the call.
inline Fault misreading_fault(const std::string& stem, Fault fault, Misreading misreading) {
  fault.kernel =
      std::make_shared<RewrittenKernel>("fault/" + stem, fault.broken, find_kernel(fault.honest_twin), misreading);
  return fault;
}

}  // namespace assay::impls::faults
