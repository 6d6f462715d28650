// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/remembering.hpp"

#include <memory>
#include <mutex>

#include "impls/faults/bases/twin_kernel.hpp"

namespace assay::impls {
namespace {

using Act = void (*)(const Kernel& twin, Memory& memory, const Problem& problem, const Inputs& inputs,
                     Outputs& outputs);

class Remembering : public TwinKernel {
 public:
  Remembering(const std::string& stem, const Fault& fault, Act act)
      : TwinKernel(stem, fault),
        stem_(stem),
        fault_(fault),
        act_(act) {}

  /// One that has never been called.
  KernelPointer fresh() const override { return std::make_shared<Remembering>(stem_, fault_, act_); }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    const std::lock_guard<std::mutex> turn(mutex_);
    act_(twin(), memory_, problem, inputs, outputs);
    ++memory_.calls;
  }

 private:
  std::string stem_;
  Fault fault_;
  Act act_;
  mutable std::mutex mutex_;
  mutable Memory memory_;
};

}  // namespace

Fault remembering_fault(const std::string& stem, Fault fault, Act act) {
  fault.kernel = std::make_shared<Remembering>(stem, fault, act);
  return fault;
}

}  // namespace assay::impls
