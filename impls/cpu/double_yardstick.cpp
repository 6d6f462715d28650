// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "impls/support/explicit_attention.hpp"
#include "impls/kernel.hpp"

namespace assay::impls::cpu {
namespace {

/// A yardstick between the 32-bit kernels and the reference: what plain double precision gives, rounded once to the
/// output.
class DoubleYardstick : public Kernel {
 public:
  std::string name() const override { return "double_yardstick"; }
  std::string description() const override { return "loops, whole softmax, float64 sums for every storage format"; }
  Arithmetic arithmetic(const Problem&) const override {
    return explicit_arithmetic("fp64", dtype("fp64"), dtype("fp64"));
  }
  Support supports(const Problem&) const override { return Support::yes(); }
  Promises promises() const override { return {.batch_invariant = true}; }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    explicit_attention_in_double(problem, inputs, outputs);
  }
};

}  // namespace

KernelPointer double_yardstick() { return std::make_shared<DoubleYardstick>(); }

}  // namespace assay::impls::cpu
