// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "impls/kernel.hpp"
#include "impls/plugin_abi.h"
#include "impls/plugin/plugin_call.hpp"
#include "impls/provenance.hpp"

namespace assay::impls {

/// What a plug-in says of itself, as values.
struct PluginInfo {
  std::string name;
  std::string version;
  std::string build;
  std::optional<Convention> convention;  ///< the one it follows; none: whatever the problem says
  std::string arithmetic;                ///< its line; empty: nothing declared, or declared problem by problem
  std::uint64_t dtypes = 0;
  std::uint64_t features = 0;
  std::uint64_t promises = 0;
  std::int32_t device_type = kDLCPU;
  bool backward = false;
};

/// Whether dtype, features and convention of a plug-in cover a problem; if not, which of them do not.
Support plugin_support(const PluginInfo& info, const Problem& problem);
Promises promises_of(const PluginInfo& info);
/// A contiguous copy where a kernel of these promises does not take the tensor as it lies.
std::optional<Tensor> copy_for(const Promises& promises, const Tensor& tensor);
/// "name version (build)".
std::string title_of(const PluginInfo& info);
Provenance provenance_of(const PluginInfo& info);

/// A plug-in's answer about one problem. One with a fault counts as taking the problem: the call then is the fault, and
/// is not made.
struct PluginAnswer {
  std::string refusal{};     ///< empty: it takes it
  std::string arithmetic{};  ///< declared for this problem; empty: the dtype's preset
  std::size_t workspace_bytes = 0;
  std::string fault{};  ///< what of the answer is no answer: a status, a text; empty: nothing
};

/// The description that a library or the program itself offers, checked. Calls go straight into the plug-in.
class Plugin {
 public:
  /// Throws EnvironmentError for a description that cannot be used: none, another ABI version, no name, no forward,
  /// bits or a size that its version does not have, a device without memory, a convention or an arithmetic that does
  /// not parse.
  explicit Plugin(const assay_plugin* description);

  const PluginInfo& info() const { return info_; }
  const assay_plugin& description() const { return plugin_; }
  /// plugin_support(), then the plug-in's own word.
  PluginAnswer answer(const Problem& problem) const;
  /// Text for a status: its name and the plug-in's last_error().
  std::string describe(assay_status status) const;

 private:
  assay_plugin plugin_{};
  PluginInfo info_;
};

/// Throws KernelFault for an answer with a fault ("bad answer") and for one that asks for more workspace than the
/// memory there is ("memory").
void check_answer(const PluginAnswer& answer, std::uint64_t memory_bytes);

/// A plug-in that is linked into this program, or loaded by it, as a kernel: no isolation, no copies.
KernelPointer in_process_kernel(const assay_plugin* description);

}  // namespace assay::impls
