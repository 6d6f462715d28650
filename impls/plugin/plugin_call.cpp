// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/plugin_call.hpp"

#include "reference/model/contract.hpp"
#include "reference/model/features.hpp"
#include "reference/model/inputs.hpp"

namespace assay::impls {
namespace {

std::int64_t anchor_offset(const Problem& problem) {
  const Anchor& anchor = problem.convention.anchor;
  if (anchor.kind == Anchor::Kind::Offset) return anchor.offset;
  if (anchor.kind == Anchor::Kind::TopLeft) return problem.past;
  return problem.extents.key_length - problem.extents.query_length;
}

/// Largest distance that is still visible, negative for no limit. A window that counts the query's own key and
/// has no room for it shows nothing, which no inclusive distance says; such a side is refused by the model.
std::int64_t inclusive(const std::optional<std::int64_t>& side, WindowCount count) {
  if (!side) return -1;
  return count == WindowCount::CountsSelf ? *side - 1 : *side;
}

const DLTensor* assay_call::*input_slot(const std::string& name) {
  static const std::map<std::string, const DLTensor * assay_call::*> slots{
      {"query", &assay_call::query},
      {"key", &assay_call::key},
      {"value", &assay_call::value},
      {"mask", &assay_call::mask},
      {"bias", &assay_call::bias},
      {"key_lengths", &assay_call::key_lengths},
      {"query_segments", &assay_call::query_segments},
      {"key_segments", &assay_call::key_segments},
      {"alibi_slopes", &assay_call::alibi_slopes},
      {"sinks", &assay_call::sinks},
      {"dropout_keep", &assay_call::dropout_keep}};
  const auto slot = slots.find(name);
  return slot == slots.end() ? nullptr : slot->second;
}

DLTensor* assay_call::*output_slot(const std::string& name) {
  if (name == "out") return &assay_call::out;
  if (name == "lse") return &assay_call::lse;
  if (name == "dropout_drawn") return &assay_call::dropout_drawn;
  return nullptr;
}

bool is_broadcast(const std::string& name) { return name == "mask" || name == "bias"; }

}  // namespace

std::uint64_t dtype_bit(const FloatFormat& format) {
  static const std::map<std::string_view, std::uint64_t> bits{{"fp32", ASSAY_FP32}, {"fp16", ASSAY_FP16},
                                                              {"bf16", ASSAY_BF16}, {"e4m3", ASSAY_E4M3},
                                                              {"e5m2", ASSAY_E5M2}, {"fp64", ASSAY_FP64}};
  const auto bit = bits.find(format.name);
  return bit == bits.end() ? 0 : bit->second;
}

DLDataType dlpack_type(const ElementType& type) {
  const auto bits = static_cast<std::uint8_t>(8 * type.bytes());
  if (type.kind == ElementType::Kind::Bool) return {ASSAY_DL_BOOL, bits, 1};
  if (type.kind == ElementType::Kind::Int32) return {kDLInt, bits, 1};
  if (type.format.name == "bf16") return {kDLBfloat, bits, 1};
  if (type.format.name == "e4m3") return {ASSAY_DL_E4M3, bits, 1};
  if (type.format.name == "e5m2") return {ASSAY_DL_E5M2, bits, 1};
  return {kDLFloat, bits, 1};
}

PluginCall::PluginCall(const Problem& problem) : problem_(problem) {
  const Convention& c = problem.convention;
  options_ = {.size = sizeof(assay_options),
              .causal = problem.causal,
              .features = features_of(problem),
              .scale = scale_value(problem),
              .softcap = problem.softcap.value_or(0),
              .softcap_last = c.cap_order == CapOrder::AfterBias,
              .anchor = static_cast<std::int32_t>(c.anchor.kind),
              .offset = anchor_offset(problem),
              .past = problem.past,
              .window_left = inclusive(problem.window.left, c.window_count),
              .window_right = inclusive(problem.window.right, c.window_count),
              .mask_hides = c.mask_true == MaskTrue::Hidden,
              .heads_interleaved = c.head_map == HeadMap::Interleaved,
              .empty_row = static_cast<std::int32_t>(c.empty_row),
              .empty_lse = static_cast<std::int32_t>(c.empty_lse),
              .lse_base_two = c.lse_base == LseBase::Two,
              .training = problem.dropout.training,
              .dropout_probability = problem.dropout.probability,
              .dropout_seed = 0,
              .reserved = {},
              .chunk = problem.chunk};
  call_.size = sizeof(assay_call);
  call_.options = &options_;
}

void PluginCall::place(const PlacedTensor& placed) {
  std::unique_ptr<View>& view = views_[placed.name];
  if (!view) view = std::make_unique<View>();
  Index4 extents = placed.extents, strides = placed.strides;
  if (is_broadcast(placed.name)) {
    const Index4 whole = broadcast_extents(problem_, {{true, true, true, true}});
    for (std::size_t axis = 0; axis < whole.size(); ++axis)
      if (extents[axis] == 1) strides[axis] = 0;
    extents = whole;
  }
  view->shape = extents;
  view->strides = strides;
  view->tensor = {placed.data, {kDLCPU, 0}, 4, dlpack_type(placed.type), view->shape.data(), view->strides.data(), 0};
  if (const auto slot = input_slot(placed.name)) {
    call_.*slot = &view->tensor;
  } else if (const auto output = output_slot(placed.name)) {
    call_.*output = &view->tensor;
  } else {
    throw UsageError("the plug-in ABI has no tensor '" + placed.name + "'");
  }
}

void PluginCall::place_without_data() {
  const auto add = [&](const std::string& name, const ElementType& type, const Index4& extents) {
    place({name, nullptr, type, extents, contiguous_strides(extents)});
  };
  for (const std::string& name : tensor_names())
    if (const std::optional<TensorSpec> spec = tensor_spec(problem_, name)) add(name, spec->type, spec->extents);
  add("out", ElementType::of(problem_.out), output_extents(problem_));
  if (problem_.lse) add("lse", ElementType::of(lse_format(problem_)), lse_extents(problem_));
}

void PluginCall::set_workspace(void* memory, std::size_t bytes) {
  call_.workspace = memory;
  call_.workspace_bytes = bytes;
}

}  // namespace assay::impls
