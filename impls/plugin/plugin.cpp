// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/plugin.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "reference/model/contract.hpp"
#include "reference/model/features.hpp"
#include "reference/model/inputs.hpp"
#include "reference/model/case/older_lines.hpp"
#include "reference/model/problem_options.hpp"

namespace assay::impls {
namespace {

std::string text_of(const char* text) { return text ? text : ""; }

/// The fields that the library knows; those it does not are zero.
/// A library of a later minor version may be longer and know more bits; one of this version is mistaken.
bool is_newer(const assay_plugin& p) { return p.abi_minor > ASSAY_ABI_MINOR; }

void check_size(const assay_plugin& p) {
  constexpr std::size_t least = offsetof(assay_plugin, forward) + sizeof p.forward;
  if (p.size < least)
    throw EnvironmentError(
        fmt::format("its description has no forward function: its size, {} bytes, ends before it; "
                    "right would be sizeof(assay_plugin), {}",
                    p.size, sizeof p));
  if (p.size > sizeof p && !is_newer(p))
    throw EnvironmentError(
        fmt::format("its description's size is {} bytes; right for version {}.{} of the plug-in ABI "
                    "would be sizeof(assay_plugin), {}",
                    p.size, p.abi_major, p.abi_minor, sizeof p));
}

void check_bits(const assay_plugin& p) {
  constexpr std::uint64_t dtypes = 2 * ASSAY_FP64 - 1, promises = 2 * ASSAY_NEEDS_ALIGNED_16 - 1;
  const std::uint64_t features = (std::uint64_t{2} << all_features().back().bit) - 1;
  const auto check = [&](const char* field, std::uint64_t bits, std::uint64_t known) {
    if (bits & ~known && !is_newer(p))
      throw EnvironmentError(
          fmt::format("its {} have the unknown bits 0x{:x}; those of version {}.{} of the plug-in "
                      "ABI are 0x{:x}",
                      field, bits & ~known, p.abi_major, p.abi_minor, known));
  };
  check("dtypes", p.dtypes, dtypes);
  check("features", p.features, features);
  check("promises", p.promises, promises);
}

void check_device(const assay_plugin& p) {
  constexpr std::int32_t last = 17;  // kDLMAIA of DLPack 1.1
  if (p.device_type < 0 || p.device_type > last)
    throw EnvironmentError(fmt::format("its device_type {} is none of DLPack's; right would be kDLCPU ({}) to {}",
                                       p.device_type, static_cast<int>(kDLCPU), last));
  if (p.device_type > kDLCPU && !p.memory)
    throw EnvironmentError(
        fmt::format("its tensors live on device_type {}, and it gives no memory callbacks to "
                    "allocate there and copy; right would be these, or kDLCPU ({})",
                    p.device_type, static_cast<int>(kDLCPU)));
  if (p.memory && (p.memory->size < sizeof(assay_memory) || !p.memory->allocate || !p.memory->release ||
                   !p.memory->to_device || !p.memory->to_host))
    throw EnvironmentError(
        "its memory callbacks are not complete; right would be sizeof(assay_memory) as their size, "
        "and allocate, release, to_device and to_host");
}

assay_plugin known_fields(const assay_plugin* description) {
  if (!description)
    throw EnvironmentError("its assay_plugin_entry() returned NULL: it does not serve this version of the ABI");
  if (description->abi_major != ASSAY_ABI_MAJOR)
    throw EnvironmentError(fmt::format("it was built against version {}.{} of the plug-in ABI; this host speaks {}.{}",
                                       description->abi_major, description->abi_minor, ASSAY_ABI_MAJOR,
                                       ASSAY_ABI_MINOR));
  check_size(*description);
  assay_plugin known{};
  std::memcpy(&known, description, std::min<std::size_t>(description->size, sizeof known));
  if (!known.name || !*known.name) throw EnvironmentError("its description has no name");
  if (!known.forward) throw EnvironmentError("its description has no forward function");
  if (known.dtypes == 0) throw EnvironmentError("its description names no dtypes");
  check_bits(known);
  check_device(known);
  return known;
}

/// The first choice, by its key in a problem line, in which two conventions differ and on which this problem's answer
/// depends; null for none.
const char* differing_choice(const Problem& p, const Convention& a, const Convention& b) {
  const bool windowed = p.window.left || p.window.right;
  const bool hides = may_hide_all(p);
  const bool shares_heads = p.extents.key_heads != p.extents.query_heads && p.extents.key_heads > 1;
  if (is_anchored(p) && a.anchor != b.anchor) return "anchor";
  if (hides && a.empty_row != b.empty_row) return "empty";
  if (hides && p.lse && a.empty_lse != b.empty_lse) return "empty_lse";
  if (p.lse && a.lse_base != b.lse_base) return "lse_base";
  if (shares_heads && a.head_map != b.head_map) return "head_map";
  if (p.softcap && (p.bias || p.alibi) && a.cap_order != b.cap_order) return "cap_order";
  if (p.mask && a.mask_true != b.mask_true) return "mask_true";
  if (windowed && a.window_count != b.window_count) return "window_count";
  return nullptr;
}

void take_arithmetic(std::string text, PluginAnswer& answer) {
  try {
    if (!text.empty()) parse_arithmetic(text);
    answer.arithmetic = std::move(text);
  } catch (const UsageError& error) {
    answer.arithmetic.clear();
    answer.fault = fmt::format("arithmetic_for() returned '{}': {}", text, error.what());
  }
}

class InProcessKernel final : public FromOutside {
 public:
  explicit InProcessKernel(const assay_plugin* description) : plugin_(description) {
    const assay_plugin& p = plugin_.description();
    if (p.memory) throw EnvironmentError("its tensors live in device memory: load it as a library");
    const assay_status status = p.init ? p.init(0) : ASSAY_OK;
    if (status != ASSAY_OK) throw EnvironmentError("its init() returned " + plugin_.describe(status));
  }
  ~InProcessKernel() override {
    if (plugin_.description().shutdown) plugin_.description().shutdown();
  }

  std::string name() const override { return plugin_.info().name; }
  std::string description() const override { return title_of(plugin_.info()); }
  Provenance provenance() const override { return provenance_of(plugin_.info()); }
  Promises promises() const override { return promises_of(plugin_.info()); }
  Support supports(const Problem& problem) const override { return {plugin_.answer(problem).refusal}; }
  Arithmetic arithmetic(const Problem& problem) const override {
    const std::string text = plugin_.answer(problem).arithmetic;
    return text.empty() ? Arithmetic{} : parse_arithmetic(text);
  }

  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    const PluginAnswer answer = plugin_.answer(problem);
    check_answer(answer, workspace_bytes_max);
    PluginCall call(problem);
    std::map<std::string, Tensor> copies;
    for_each_tensor(inputs, [&](const std::string& name, const Tensor& given) {
      auto copy = copy_for(promises(), given);
      const Tensor& tensor = copy ? copies.emplace(name, *std::move(copy)).first->second : given;
      const auto data = const_cast<std::byte*>(tensor.bytes());
      call.place({name, data, tensor.type(), tensor.extents(), tensor.strides()});
    });
    call.place({"out", outputs.out.bytes(), outputs.out.type(), outputs.out.extents(), outputs.out.strides()});
    if (Tensor* drawn = outputs.dropout_drawn ? &*outputs.dropout_drawn : nullptr)
      call.place({"dropout_drawn", drawn->bytes(), drawn->type(), drawn->extents(), drawn->strides()});
    if (Tensor* lse = outputs.lse ? &*outputs.lse : nullptr)
      call.place({"lse", lse->bytes(), lse->type(), lse->extents(), lse->strides()});
    call.set_dropout_seed(inputs.dropout_seed);
    std::vector<std::byte> workspace(answer.workspace_bytes + workspace_alignment);
    void* aligned = workspace.data();
    std::size_t room = workspace.size();
    std::align(workspace_alignment, room - workspace_alignment, aligned, room);
    call.set_workspace(aligned, workspace.size() - workspace_alignment);
    const assay_status status = plugin_.description().forward(&call.call());
    if (status != ASSAY_OK) throw KernelFault("error status", plugin_.describe(status));
    for (const auto& [name, copy] : copies)  // the caller sees it of the others
      if (copy != *get_tensor(inputs, name)) throw KernelFault("input written", name);
  }

 private:
  static constexpr std::size_t workspace_alignment = 256;
  static constexpr std::uint64_t workspace_bytes_max = std::uint64_t{1} << 32;  // as a library by default
  Plugin plugin_;
};

}  // namespace

Support plugin_support(const PluginInfo& info, const Problem& problem) {
  if (!(info.dtypes & dtype_bit(problem.dtype))) return Support::no("dtype " + std::string(problem.dtype.name));
  if (const std::uint64_t lacking = features_of(problem) & ~info.features) return Support::no(feature_phrases(lacking));
  if (!info.convention) return Support::yes();
  if (const char* const key = differing_choice(problem, *info.convention, problem.convention))
    return Support::no("convention " + to_text(problem.convention) + ": it follows " + to_text(*info.convention) +
                       ", with another " + key);
  return Support::yes();
}

Promises promises_of(const PluginInfo& info) {
  return {.any_strides = (info.promises & ASSAY_ANY_STRIDES) != 0,
          .repeatable = (info.promises & ASSAY_REPEATABLE) != 0,
          .batch_invariant = (info.promises & ASSAY_BATCH_INVARIANT) != 0};
}

std::optional<Tensor> copy_for(const Promises& promises, const Tensor& tensor) {
  if (promises.any_strides || tensor.strides() == contiguous_strides(tensor.extents())) return std::nullopt;
  return tensor.contiguous();
}

std::string title_of(const PluginInfo& info) {
  std::string title = info.name;
  if (!info.version.empty()) title += " " + info.version;
  if (!info.build.empty()) title += " (" + info.build + ")";
  return title;
}

Provenance provenance_of(const PluginInfo& info) {
  return {.name = info.name, .version = info.version, .build = info.build, .lost = {}};
}

Plugin::Plugin(const assay_plugin* description) : plugin_(known_fields(description)) {
  info_ = {.name = plugin_.name,
           .version = text_of(plugin_.version),
           .build = text_of(plugin_.build),
           .convention = {},
           .arithmetic = text_of(plugin_.arithmetic),
           .dtypes = plugin_.dtypes,
           .features = plugin_.features,
           .promises = plugin_.promises,
           .device_type = plugin_.device_type ? plugin_.device_type : kDLCPU,
           .backward = plugin_.backward != nullptr};
  try {
    if (plugin_.convention) info_.convention = parse_convention(in_present_words(plugin_.convention));
    if (!info_.arithmetic.empty()) parse_arithmetic(info_.arithmetic);
  } catch (const UsageError& error) {
    throw EnvironmentError(std::string("its description does not parse: ") + error.what());
  }
}

PluginAnswer Plugin::answer(const Problem& problem) const {
  PluginAnswer answer{plugin_support(info_, problem).refusal, info_.arithmetic, 0};
  if (!answer.refusal.empty() || (!plugin_.supports && !plugin_.arithmetic_for)) return answer;
  PluginCall call(problem);
  call.place_without_data();
  const char* why = nullptr;
  const assay_status status =
      plugin_.supports ? plugin_.supports(&call.call(), 0, &answer.workspace_bytes, &why) : ASSAY_OK;
  if (status == ASSAY_UNSUPPORTED)
    answer.refusal = why && *why ? why : "refused without a reason";
  else if (status != ASSAY_OK)
    answer.fault = fmt::format("supports() returned {} ({}); right would be ok ({}) or unsupported ({})", status,
                               describe(status), int{ASSAY_OK}, int{ASSAY_UNSUPPORTED});
  if (status == ASSAY_OK && plugin_.arithmetic_for)
    take_arithmetic(text_of(plugin_.arithmetic_for(&call.call())), answer);
  return answer;
}

std::string Plugin::describe(assay_status status) const {
  static constexpr const char* names[] = {"ok",        "unsupported",   "bad argument",  "device error",
                                          "no device", "out of memory", "internal error"};
  const bool known = status >= 0 && status < static_cast<assay_status>(std::size(names));
  std::string text = known ? names[status] : fmt::format("unknown status {}", status);
  if (const char* error = plugin_.last_error ? plugin_.last_error() : nullptr; error && *error)
    text += std::string(": ") + error;
  return text;
}

void check_answer(const PluginAnswer& answer, std::uint64_t memory_bytes) {
  if (!answer.fault.empty()) throw KernelFault("bad answer", answer.fault);
  if (answer.workspace_bytes > memory_bytes)
    throw KernelFault("memory", fmt::format("workspace of {} bytes, which supports() asked for; there are {}",
                                            answer.workspace_bytes, memory_bytes));
}

KernelPointer in_process_kernel(const assay_plugin* description) {
  return std::make_shared<InProcessKernel>(description);
}

}  // namespace assay::impls
