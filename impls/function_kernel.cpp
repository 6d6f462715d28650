// SPDX-License-Identifier: Apache-2.0
#include "impls/function_kernel.hpp"

#include <memory>
#include <string>
#include <utility>

#include "reference/model/contract.hpp"

namespace assay::impls {
namespace {

class Function : public Kernel {
 public:
  explicit Function(FunctionKernel parts) : parts_(std::move(parts)) {
    if (!parts_.arithmetic.empty()) declared_ = parse_arithmetic(parts_.arithmetic);
  }

  std::string name() const override { return parts_.name; }
  std::string description() const override { return "a function of this program"; }
  Arithmetic arithmetic(const Problem&) const override { return declared_; }
  Support supports(const Problem& problem) const override {
    if (parts_.supports) return parts_.supports(problem);
    // A function that views its tensors in a type of C++ cannot be asked for another one.
    const std::string dtype = declared_.preset.empty() ? "fp32" : declared_.preset;
    if (problem.dtype.name == dtype) return Support::yes();
    return Support::no("dtype " + std::string(problem.dtype.name) + ": without `supports` it is asked for " + dtype);
  }
  Promises promises() const override { return parts_.promises; }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    if (parts_.promises.any_strides) return parts_.compute(problem, inputs, outputs);
    Inputs contiguous = inputs;
    for_each_tensor(inputs, [&](const std::string& name, const Tensor& tensor) {
      set_tensor(contiguous, name, tensor.contiguous());
    });
    parts_.compute(problem, contiguous, outputs);
    for_each_tensor(contiguous, [&](const std::string& name, const Tensor& copy) {
      if (copy != *get_tensor(inputs, name)) throw KernelFault("input written", name);
    });
  }

 private:
  FunctionKernel parts_;
  Arithmetic declared_;
};

}  // namespace

KernelPointer kernel_from(FunctionKernel parts) {
  if (parts.name.empty()) throw UsageError("kernel_from: name is empty; reports call the kernel by it");
  if (!parts.compute) throw UsageError("kernel_from: compute is empty; it is what is judged");
  return std::make_shared<Function>(std::move(parts));
}

}  // namespace assay::impls
