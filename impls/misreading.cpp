// SPDX-License-Identifier: Apache-2.0
#include "impls/misreading.hpp"

#include <memory>
#include <utility>

#include "impls/registry.hpp"

namespace assay::impls {
namespace {

class MisreadingKernel : public Kernel {
 public:
  MisreadingKernel(std::string name, std::string description, KernelPointer twin, Misreading misreading)
      : name_(std::move(name)),
        description_(std::move(description)),
        twin_(std::move(twin)),
        misreading_(misreading) {}

  std::string name() const override { return name_; }
  std::string description() const override { return description_; }
  Arithmetic arithmetic(const Problem& problem) const override { return twin_->arithmetic(problem); }
  Support supports(const Problem& problem) const override {
    const Support own = misreading_.supports ? misreading_.supports(problem) : Support::yes();
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

}  // namespace

Fault misreading_fault(const std::string& stem, Fault fault, Misreading misreading) {
  fault.kernel =
      std::make_shared<MisreadingKernel>("fault/" + stem, fault.broken, find_kernel(fault.honest_twin), misreading);
  return fault;
}

}  // namespace assay::impls
