// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "impls/support/explicit_attention.hpp"
#include "impls/kernel.hpp"

namespace assay::impls::cpu {
namespace {

class ExplicitFp32 : public Kernel {
 public:
  std::string name() const override { return "explicit_fp32"; }
  std::string description() const override { return "loops, whole softmax, float32 throughout"; }
  Arithmetic arithmetic(const Problem&) const override {
    return explicit_arithmetic("fp32", dtype("fp32"), dtype("fp32"));
  }
  Support supports(const Problem& problem) const override {
    if (problem.dtype.name == "fp32") return Support::yes();
    return Support::no("storage is fp32, not " + std::string(problem.dtype.name));
  }
  Promises promises() const override { return {.batch_invariant = true}; }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    explicit_attention(problem, inputs, outputs, [](float weight) { return weight; });
  }
};

}  // namespace

KernelPointer explicit_fp32() { return std::make_shared<ExplicitFp32>(); }

}  // namespace assay::impls::cpu
