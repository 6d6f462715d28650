// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "impls/faults/bases/twin_kernel.hpp"

namespace assay::impls::faults {
namespace {

class Canary : public TwinKernel {
 public:
  using TwinKernel::TwinKernel;

  void run(const Problem&, const Inputs&, Outputs& outputs) const override {
    fill_zero(outputs.out);
    if (outputs.lse) fill_zero(*outputs.lse);
  }

 private:
  static void fill_zero(Tensor& tensor) {
    for_each_index(tensor.extents(), [&](const Index4& index) { tensor.set(index, 0); });
  }
};

}  // namespace

Fault canary() {
  Fault fault{.broken = "returns zeros whatever it is asked",
              .source = "https://github.com/ScalingIntelligence/KernelBench/issues/165",
              .honest_twin = "tiled",
              .killers = {"reference", "row_sums", "weights_recovered", "convex_hull"},
              .trigger = "any case whose output is not zero: it must fail everywhere, or the judge is blind",
              .inside = "tq=3 tk=3 dk=2",
              .outside = "tq=3 tk=3 dk=2 values=constant:0",
              .bug_class = "HARNESS",
              .suspect = ""};
  fault.kernel = std::make_shared<Canary>("canary", fault);
  return fault;
}

}  // namespace assay::impls::faults
