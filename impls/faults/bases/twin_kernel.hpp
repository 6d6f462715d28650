// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "impls/fault.hpp"

namespace assay::impls {

/// What the kernels of faults are built on: it says of itself what its honest twin says, so that nothing but what run()
/// does may differ.
class TwinKernel : public Kernel {
 public:
  /// Named "fault/<stem>", of the fault's `broken` and `honest_twin`. takes: whether it takes a problem that its twin
  /// takes; none: each. Throws UsageError where no kernel has the twin's name.
  TwinKernel(const std::string& stem, const Fault& fault, Support (*takes)(const Problem& problem) = nullptr);

  std::string name() const override { return name_; }
  std::string description() const override { return description_; }
  Arithmetic arithmetic(const Problem& problem) const override { return twin_->arithmetic(problem); }
  Support supports(const Problem& problem) const override;
  Promises promises() const override { return twin_->promises(); }
  std::optional<Convention> convention() const override { return twin_->convention(); }
  std::vector<std::string> caveats() const override { return twin_->caveats(); }

 protected:
  const Kernel& twin() const { return *twin_; }

 private:
  std::string name_;
  std::string description_;
  KernelPointer twin_;
  Support (*takes_)(const Problem& problem);
};

}  // namespace assay::impls
