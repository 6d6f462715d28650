// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "impls/kernel.hpp"
#include "impls/registry.hpp"

namespace assay::properties {

/// For tests: an honest kernel with something done to it, to show that a check can fail.
class PlantedKernel : public impls::Kernel {
 public:
  using Run = std::function<void(const impls::Kernel& honest, const Problem&, const Inputs&, Outputs&)>;
  explicit PlantedKernel(Run run, const std::string& honest = "explicit_fp32")
      : honest_(impls::find_kernel(honest)),
        run_(std::move(run)) {}

  std::string name() const override { return "planted"; }
  std::string description() const override { return "an honest kernel, spoiled"; }
  Arithmetic arithmetic(const Problem& problem) const override { return honest_->arithmetic(given(problem)); }
  impls::Support supports(const Problem& problem) const override { return honest_->supports(given(problem)); }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    run_(*honest_, problem, inputs, outputs);
  }

 private:
  /// The honest kernels take given dropout masks only; a planted one may draw its own.
  static Problem given(Problem problem) {
    problem.dropout.mask_given = true;
    return problem;
  }

  impls::KernelPointer honest_;
  Run run_;
};

/// Honest, then every output through a function of its index and value.
inline PlantedKernel spoil_outputs(const std::function<double(const Index4&, double)>& spoil) {
  return PlantedKernel(
      [spoil](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
        honest.run(problem, inputs, outputs);
        for_each_index(outputs.out.extents(),
                       [&](const Index4& index) { outputs.out.set(index, spoil(index, outputs.out.get(index))); });
      });
}

}  // namespace assay::properties
