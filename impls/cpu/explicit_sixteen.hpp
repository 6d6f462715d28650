// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "impls/support/convert.hpp"
#include "impls/support/explicit_attention.hpp"
#include "impls/kernel.hpp"

namespace assay::impls::cpu {

/// The explicit kernel for a 16-bit storage format: float32 sums, each normalised weight rounded to the storage format
/// before it meets the values, as a framework does that hands the weights on as a tensor.
template <auto to_storage, auto from_storage>
class ExplicitSixteen : public Kernel {
 public:
  explicit ExplicitSixteen(std::string_view storage) : storage_(storage) {}

  std::string name() const override { return "explicit_" + std::string(storage_); }
  std::string description() const override {
    return "loops, whole softmax, " + std::string(storage_) + " storage and weights, float32 sums";
  }
  Arithmetic arithmetic(const Problem&) const override {
    Arithmetic a = explicit_arithmetic(storage_, dtype("fp32"), dtype(storage_));
    // A product of two 16-bit numbers is a float: it is not rounded before it is added.
    a.qk.fused = a.pv.fused = true;
    return a;
  }
  Support supports(const Problem& problem) const override {
    if (problem.dtype.name == storage_) return Support::yes();
    return Support::no("storage is " + std::string(storage_) + ", not " + std::string(problem.dtype.name));
  }
  Promises promises() const override { return {.batch_invariant = true}; }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    explicit_attention(problem, inputs, outputs, [](float weight) { return from_storage(to_storage(weight)); });
  }

 private:
  std::string_view storage_;
};

}  // namespace assay::impls::cpu
