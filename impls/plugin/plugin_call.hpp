// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "impls/plugin_abi.h"
#include "reference/model/problem.hpp"

namespace assay::impls {

/// A tensor where it lies, as a plug-in sees it. Strides in elements.
struct PlacedTensor {
  std::string name;  ///< as in for_each_tensor(), or "out", "lse", "dropout_drawn"
  void* data = nullptr;
  ElementType type;
  Index4 extents{};
  Index4 strides{};
};

/// The bit of assay_plugin.dtypes.
std::uint64_t dtype_bit(const FloatFormat& format);

/// A problem and its tensors in the form of the ABI. Mask, bias and kept weights appear with their broadcast axes
/// expanded by zero strides. Owns everything that call() points to, the tensors' data excepted.
class PluginCall {
 public:
  explicit PluginCall(const Problem& problem);
  PluginCall(const PluginCall&) = delete;
  PluginCall& operator=(const PluginCall&) = delete;

  /// Add or move a tensor; the name decides where it goes. Throws UsageError for a name the ABI does not have.
  void place(const PlacedTensor& tensor);
  /// Contiguous tensors of the problem's extents without data, for assay_plugin.supports.
  void place_without_data();
  void set_workspace(void* memory, std::size_t bytes);
  void set_dropout_seed(std::uint64_t seed) { options_.dropout_seed = seed; }
  const assay_call& call() const { return call_; }

 private:
  struct View {
    DLTensor tensor{};
    std::array<std::int64_t, 4> shape{};
    std::array<std::int64_t, 4> strides{};
  };
  Problem problem_;
  assay_options options_{};
  assay_call call_{};
  std::map<std::string, std::unique_ptr<View>> views_;
};

/// The DLPack type of an element.
DLDataType dlpack_type(const ElementType& type);

}  // namespace assay::impls
