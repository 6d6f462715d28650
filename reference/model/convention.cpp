// SPDX-License-Identifier: Apache-2.0
#include "reference/model/convention.hpp"

#include <algorithm>

#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

constexpr std::array<Word<EmptyRow>, 3> empty_rows{{{"zero", EmptyRow::Zero, "zeros"},
                                                    {"nan", EmptyRow::Nan, "NaN"},
                                                    {"mean", EmptyRow::Mean, "the mean of all value rows"}}};
constexpr std::array<Word<EmptyLse>, 3> empty_lses{{{"-inf", EmptyLse::MinusInfinity, "the logarithm of an empty sum"},
                                                    {"inf", EmptyLse::PlusInfinity, "a mark, as FlashAttention's"},
                                                    {"nan", EmptyLse::Nan, "NaN"}}};
constexpr std::array<Word<LseBase>, 2> lse_bases{
    {{"e", LseBase::E, "natural logarithm"}, {"2", LseBase::Two, "base-2 logarithm of the same sum of exponentials"}}};
constexpr std::array<Word<HeadMap>, 2> head_maps{{{"grouped", HeadMap::Grouped, "key head h / (hq / hkv), as in GQA"},
                                                  {"interleaved", HeadMap::Interleaved, "key head h mod hkv"}}};
constexpr std::array<Word<CapOrder>, 2> cap_orders{
    {{"before-bias", CapOrder::BeforeBias, "the cap acts on the scaled scores, then bias and ALiBi are added"},
     {"after-bias", CapOrder::AfterBias, "bias and ALiBi are added first and capped with the scores"}}};
constexpr std::array<Word<MaskTrue>, 2> mask_trues{{{"visible", MaskTrue::Visible, "the query attends to the key"},
                                                    {"hidden", MaskTrue::Hidden, "the key is masked out"}}};
constexpr std::array<Word<WindowCount>, 2> window_counts{
    {{"inclusive", WindowCount::Inclusive, "keys at a distance of at most L or R are visible"},
     {"counts-self", WindowCount::CountsSelf, "L and R count the query's own key: distances below L or R"}}};

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

template <class T, std::size_t N>
ConventionChoice choice(const char* key, T Convention::*member, const std::array<Word<T>, N>& words,
                        const char* meaning) {
  return {.about = {.key = key,
                    .meaning = meaning,
                    .values = values_of(words),
                    .standard = "the convention's",
                    .example = std::string(key) + "=" + std::string(words.back().word)},
          .set = [=](Convention& c, std::string_view v) { c.*member = parse_word(key, v, words); },
          .print = [=](const Convention& c) { return std::string(word_of(c.*member, words)); }};
}

ConventionChoice anchor_choice() {
  return {.about = {.key = "anchor",
                    .meaning = "where query 0 stands on the key axis, for window and ALiBi without causality; causal "
                               "takes the same words and says it as well",
                    .values = anchor_values(),
                    .standard = "the convention's",
                    .example = "anchor=bottom-right"},
          .set = [](Convention& c, std::string_view v) { c.anchor = parse_anchor("anchor", v); },
          .print = [](const Convention& c) { return to_text(c.anchor); }};
}

}  // namespace

std::vector<std::string> convention_presets() { return {"cudnn", "flash-attention", "onnx", "torch"}; }

Convention convention_preset(std::string_view name) {
  if (name == "torch" || name == "onnx") return named(name);
  if (name == "flash-attention") return flash_attention();
  if (name == "cudnn") return cudnn();
  throw UsageError("convention=" + std::string(name) + ": want one of cudnn, flash-attention, onnx, torch");
}

Anchor parse_anchor(std::string_view key, std::string_view text) {
  constexpr std::string_view given = "offset:";
  if (text == "top-left") return {Anchor::Kind::TopLeft, 0};
  if (text == "bottom-right") return {Anchor::Kind::BottomRight, 0};
  if (text.starts_with(given) && is_integer(text.substr(given.size())))
    return {Anchor::Kind::Offset, parse_integer(key, text.substr(given.size()))};
  const std::string field = std::string(key) + "=" + std::string(text);
  const std::string meant = is_integer(text) ? "; the old " + field + " meant offset:" + std::string(text) : "";
  throw UsageError(field + ": " + (key == "causal" ? "causality" : "the anchor") +
                   " takes top-left, bottom-right or offset:N" + meant);
}

std::string to_text(const Anchor& anchor) {
  switch (anchor.kind) {
    case Anchor::Kind::TopLeft: return "top-left";
    case Anchor::Kind::BottomRight: return "bottom-right";
    case Anchor::Kind::Offset: return "offset:" + std::to_string(anchor.offset);
  }
  return {};
}

std::vector<KeyValue> anchor_values() {
  return {{"top-left", "query 0 stands at key 0, or after the past keys where there are any"},
          {"bottom-right", "the last query stands at the last key (of its example, where key lengths are given)"},
          {"offset:N", "query 0 stands at key N, a whole number, below 0 too"}};
}

const std::vector<ConventionChoice>& convention_choices() {
  using C = Convention;
  static const std::vector<ConventionChoice> list{
      anchor_choice(),
      choice("empty", &C::empty_row, empty_rows, "output of a fully masked row, a query that attends to no key"),
      choice("empty_lse", &C::empty_lse, empty_lses, "log-sum-exp of a fully masked row"),
      choice("lse_base", &C::lse_base, lse_bases, "base of the log-sum-exp"),
      choice("head_map", &C::head_map, head_maps, "which key/value head query head h reads"),
      choice("cap_order", &C::cap_order, cap_orders, "whether the soft cap comes before or after what is added"),
      choice("mask_true", &C::mask_true, mask_trues, "what a true element of the boolean mask means"),
      choice("window_count", &C::window_count, window_counts, "what the numbers of window count"),
  };
  return list;
}

bool set_choice(Convention& convention, std::string_view key, std::string_view value) {
  for (const ConventionChoice& choice : convention_choices()) {
    if (choice.about.key != key) continue;
    choice.set(convention, value);
    return true;
  }
  return false;
}

std::string to_text(const Convention& convention) {
  const Convention preset = convention_preset(convention.preset);
  std::string text = convention.preset;
  for (const ConventionChoice& choice : convention_choices())
    if (const std::string word = choice.print(convention); word != choice.print(preset))
      text += " " + choice.about.key + "=" + word;
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
