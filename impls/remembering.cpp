// SPDX-License-Identifier: Apache-2.0
#include "impls/remembering.hpp"

#include <memory>
#include <mutex>
#include <utility>

#include "impls/registry.hpp"

namespace assay::impls {
namespace {

using Act = void (*)(const Kernel& twin, Memory& memory, const Problem& problem, const Inputs& inputs,
                     Outputs& outputs);

class Remembering : public Kernel {
 public:
  Remembering(std::string name, std::string description, KernelPointer twin, Act act)
      : name_(std::move(name)),
        description_(std::move(description)),
        twin_(std::move(twin)),
        act_(act) {}

  std::string name() const override { return name_; }
  std::string description() const override { return description_; }
  Arithmetic arithmetic(const Problem& problem) const override { return twin_->arithmetic(problem); }
  Support supports(const Problem& problem) const override { return twin_->supports(problem); }
  Promises promises() const override { return twin_->promises(); }
  /// One that has never been called.
  KernelPointer fresh() const override { return std::make_shared<Remembering>(name_, description_, twin_, act_); }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    const std::lock_guard<std::mutex> turn(mutex_);
    act_(*twin_, memory_, problem, inputs, outputs);
    ++memory_.calls;
  }

 private:
  std::string name_;
  std::string description_;
  KernelPointer twin_;
  Act act_;
  mutable std::mutex mutex_;
  mutable Memory memory_;
};

}  // namespace

Fault remembering_fault(const std::string& stem, Fault fault, Act act) {
  fault.kernel = std::make_shared<Remembering>("fault/" + stem, fault.broken, find_kernel(fault.honest_twin), act);
  return fault;
}

}  // namespace assay::impls
