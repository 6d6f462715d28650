// SPDX-License-Identifier: Apache-2.0
#include "reference/model/convention.hpp"

#include <algorithm>

#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

constexpr std::array<Word<EmptyRow>, 3> empty_rows{
    {{"zero", EmptyRow::Zero}, {"nan", EmptyRow::Nan}, {"mean", EmptyRow::Mean}}};
constexpr std::array<Word<EmptyLse>, 3> empty_lses{
    {{"-inf", EmptyLse::MinusInfinity}, {"inf", EmptyLse::PlusInfinity}, {"nan", EmptyLse::Nan}}};
constexpr std::array<Word<LseBase>, 2> lse_bases{{{"e", LseBase::E}, {"2", LseBase::Two}}};
constexpr std::array<Word<HeadMap>, 2> head_maps{
    {{"grouped", HeadMap::Grouped}, {"interleaved", HeadMap::Interleaved}}};
constexpr std::array<Word<CapOrder>, 2> cap_orders{
    {{"before-bias", CapOrder::BeforeBias}, {"after-bias", CapOrder::AfterBias}}};
constexpr std::array<Word<MaskTrue>, 2> mask_trues{{{"visible", MaskTrue::Visible}, {"hidden", MaskTrue::Hidden}}};
constexpr std::array<Word<WindowCount>, 2> window_counts{
    {{"inclusive", WindowCount::Inclusive}, {"counts-self", WindowCount::CountsSelf}}};

Convention named(std::string_view name) {
  Convention convention;
  convention.preset = name;
  return convention;
}

/// Bottom-right since 2.1; +inf marks an empty row's log-sum-exp (flash-attention README and softmax.h).
Convention flash_attention() {
  Convention convention = named("flash-attention");
  convention.anchor.kind = Anchor::Kind::BottomRight;
  convention.empty_lse = EmptyLse::PlusInfinity;
  return convention;
}

/// The left bound of the diagonal band counts the query's own key (cuDNN frontend, Attention documentation).
Convention cudnn() {
  Convention convention = named("cudnn");
  convention.window_count = WindowCount::CountsSelf;
  return convention;
}

template <class T>
void add_choice(std::string& text, std::string_view key, T value, T preset, std::string_view word) {
  if (value != preset) text += " " + std::string(key) + "=" + std::string(word);
}

}  // namespace

std::vector<std::string> convention_presets() { return {"cudnn", "flash-attention", "onnx", "torch"}; }

Convention convention_preset(std::string_view name) {
  if (name == "torch" || name == "onnx") return named(name);
  if (name == "flash-attention") return flash_attention();
  if (name == "cudnn") return cudnn();
  throw UsageError("convention=" + std::string(name) + ": want one of cudnn, flash-attention, onnx, torch");
}

Anchor parse_anchor(std::string_view text) {
  if (text == "top-left") return {Anchor::Kind::TopLeft, 0};
  if (text == "bottom-right") return {Anchor::Kind::BottomRight, 0};
  try {
    return {Anchor::Kind::Offset, parse_integer("anchor", text)};
  } catch (const UsageError&) {
    throw UsageError("anchor '" + std::string(text) + "': want top-left, bottom-right or an offset in keys");
  }
}

std::string to_text(const Anchor& anchor) {
  switch (anchor.kind) {
    case Anchor::Kind::TopLeft: return "top-left";
    case Anchor::Kind::BottomRight: return "bottom-right";
    case Anchor::Kind::Offset: return std::to_string(anchor.offset);
  }
  return {};
}

bool set_choice(Convention& c, std::string_view key, std::string_view value) {
  if (key == "anchor")
    c.anchor = parse_anchor(value);
  else if (key == "empty")
    c.empty_row = parse_word(key, value, empty_rows);
  else if (key == "empty_lse")
    c.empty_lse = parse_word(key, value, empty_lses);
  else if (key == "lse_base")
    c.lse_base = parse_word(key, value, lse_bases);
  else if (key == "head_map")
    c.head_map = parse_word(key, value, head_maps);
  else if (key == "cap_order")
    c.cap_order = parse_word(key, value, cap_orders);
  else if (key == "mask_true")
    c.mask_true = parse_word(key, value, mask_trues);
  else if (key == "window_count")
    c.window_count = parse_word(key, value, window_counts);
  else
    return false;
  return true;
}

std::string to_text(const Convention& c) {
  const Convention preset = convention_preset(c.preset);
  std::string text = c.preset;
  if (c.anchor != preset.anchor) text += " anchor=" + to_text(c.anchor);
  add_choice(text, "empty", c.empty_row, preset.empty_row, word_of(c.empty_row, empty_rows));
  add_choice(text, "empty_lse", c.empty_lse, preset.empty_lse, word_of(c.empty_lse, empty_lses));
  add_choice(text, "lse_base", c.lse_base, preset.lse_base, word_of(c.lse_base, lse_bases));
  add_choice(text, "head_map", c.head_map, preset.head_map, word_of(c.head_map, head_maps));
  add_choice(text, "cap_order", c.cap_order, preset.cap_order, word_of(c.cap_order, cap_orders));
  add_choice(text, "mask_true", c.mask_true, preset.mask_true, word_of(c.mask_true, mask_trues));
  add_choice(text, "window_count", c.window_count, preset.window_count, word_of(c.window_count, window_counts));
  return text;
}

Convention parse_convention(std::string_view text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  Convention convention = convention_preset(text.substr(0, end));
  for (const TextField& field : split_fields(text.substr(end)))
    if (!set_choice(convention, field.key, field.value))
      throw UsageError("convention '" + std::string(text) + "': '" + std::string(field.key) +
                       "' is no choice; want a preset's name, then choices such as anchor=bottom-right");
  return convention;
}

}  // namespace assay
