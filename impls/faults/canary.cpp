// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "impls/fault.hpp"
#include "impls/registry.hpp"

namespace assay::impls::faults {
namespace {

class Canary : public Kernel {
 public:
  explicit Canary(KernelPointer twin) : twin_(std::move(twin)) {}

  std::string name() const override { return "fault/canary"; }
  std::string description() const override { return "returns zeros"; }
  Arithmetic arithmetic(const Problem& problem) const override { return twin_->arithmetic(problem); }
  Support supports(const Problem& problem) const override { return twin_->supports(problem); }
  void run(const Problem&, const Inputs&, Outputs& outputs) const override {
    fill_zero(outputs.out);
    if (outputs.lse) fill_zero(*outputs.lse);
  }

 private:
  static void fill_zero(Tensor& tensor) {
    for_each_index(tensor.extents(), [&](const Index4& index) { tensor.set(index, 0); });
  }

  KernelPointer twin_;
};

}  // namespace

Fault canary() {
  return {.kernel = std::make_shared<Canary>(find_kernel("tiled")),
          .broken = "returns zeros whatever it is asked",
          .source = "https://github.com/ScalingIntelligence/KernelBench/issues/165",
          .honest_twin = "tiled",
          .killers = {"reference", "row_sums", "weights_recovered", "convex_hull"},
          .trigger = "any case whose output is not zero: it must fail everywhere, or the judge is blind",
          .inside = "tq=3 tk=3 dk=2",
          .outside = "tq=3 tk=3 dk=2 values=constant:0",
          .bug_class = "HARNESS",
          .suspect = ""};
}

}  // namespace assay::impls::faults
