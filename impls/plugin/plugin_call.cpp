// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/plugin_call.hpp"

#include <algorithm>

#include "reference/model/contract.hpp"
#include "reference/model/inputs.hpp"

namespace assay::impls {
namespace {

struct FeatureName {
  std::uint64_t bit;
  const char* name;
};

constexpr FeatureName feature_table[] = {
    {ASSAY_GROUPED_HEADS, "grouped heads"},
    {ASSAY_VALUE_DIM, "value_dim other than head_dim"},
    {ASSAY_SCALE, "a scale of one's own"},
    {ASSAY_SOFTCAP, "soft cap"},
    {ASSAY_CAUSAL, "causal"},
    {ASSAY_WINDOW, "window"},
    {ASSAY_PAST, "past keys"},
    {ASSAY_KEY_LENGTHS, "key lengths"},
    {ASSAY_SEGMENTS, "segments"},
    {ASSAY_MASK, "boolean mask"},
    {ASSAY_BIAS, "additive bias"},
    {ASSAY_ALIBI, "ALiBi"},
    {ASSAY_SINKS, "sinks"},
    {ASSAY_DROPOUT, "dropout with given weights"},
    {ASSAY_DROPOUT_DRAWN, "dropout with drawn weights"},
    {ASSAY_LSE, "log-sum-exp"},
    {ASSAY_OUT_DTYPE, "an output format of its own"},
    {ASSAY_DESCALE, "quantisation scales"},
    {ASSAY_EMPTY, "an extent of zero"},
    {ASSAY_INTERLEAVED, "interleaved heads"},
    {ASSAY_EMPTY_ROW, "rows without a visible key other than zero"},
    {ASSAY_OTHER_LSE, "another log-sum-exp than the natural one with -inf"},
};

bool has_empty_extent(const Extents& e) {
  for (std::int64_t extent : {e.batch, e.query_heads, e.query_length, e.key_length, e.head_dim, e.value_dim})
    if (extent == 0) return true;
  return false;
}

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

bool may_hide_all(const Problem& p) {
  return p.causal || p.window.left || p.window.right || p.key_lengths || p.segments || p.mask || p.bias ||
         p.extents.key_length == 0;
}

std::uint64_t features_of(const Problem& p) {
  std::uint64_t bits = 0;
  const auto add = [&](bool asked, std::uint64_t bit) { bits |= asked ? bit : 0; };
  const bool dropping = p.dropout.training && p.dropout.probability != 0;
  add(p.extents.key_heads != p.extents.query_heads, ASSAY_GROUPED_HEADS);
  add(p.extents.value_dim != p.extents.head_dim, ASSAY_VALUE_DIM);
  add(p.scale.has_value(), ASSAY_SCALE);
  add(p.softcap.has_value(), ASSAY_SOFTCAP);
  add(p.causal, ASSAY_CAUSAL);
  add(p.window.left || p.window.right, ASSAY_WINDOW);
  add(p.past != 0, ASSAY_PAST);
  add(p.key_lengths, ASSAY_KEY_LENGTHS);
  add(p.segments, ASSAY_SEGMENTS);
  add(p.mask.has_value(), ASSAY_MASK);
  add(p.bias.has_value(), ASSAY_BIAS);
  add(p.alibi, ASSAY_ALIBI);
  add(p.sinks, ASSAY_SINKS);
  add(dropping && p.dropout.mask_given, ASSAY_DROPOUT);
  add(dropping && !p.dropout.mask_given, ASSAY_DROPOUT_DRAWN);
  add(p.lse, ASSAY_LSE);
  add(p.out != p.dtype, ASSAY_OUT_DTYPE);
  add(has_empty_extent(p.extents), ASSAY_EMPTY);
  const Convention& c = p.convention;
  add(p.extents.key_heads != p.extents.query_heads && p.extents.key_heads > 1 && c.head_map == HeadMap::Interleaved,
      ASSAY_INTERLEAVED);
  add(may_hide_all(p) && c.empty_row != EmptyRow::Zero, ASSAY_EMPTY_ROW);
  add(p.lse && (c.lse_base != LseBase::E || (may_hide_all(p) && c.empty_lse != EmptyLse::MinusInfinity)),
      ASSAY_OTHER_LSE);
  return bits;
}

std::string feature_names(std::uint64_t features) {
  std::string names;
  for (const FeatureName& feature : feature_table)
    if (features & feature.bit) names += (names.empty() ? "" : ", ") + std::string(feature.name);
  return names;
}

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
              .reserved = {}};
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
