// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/line_key.hpp"

namespace assay {

/// Where the causal diagonal is anchored. Query i stands at key position i + offset.
struct Anchor {
  enum class Kind {
    TopLeft,      ///< offset = past length: query 0 sees key 0 (and the past)
    BottomRight,  ///< offset = visible key length - query length: the last query sees the last key
    Offset,       ///< offset given
  };
  Kind kind = Kind::TopLeft;
  std::int64_t offset = 0;  ///< meaningful for Offset only
  bool operator==(const Anchor&) const = default;
};

enum class EmptyRow { Zero, Nan, Mean };  ///< output of a query that sees no key (Mean: of all value rows, NaN of none)
enum class EmptyLse { MinusInfinity, PlusInfinity, Nan };
enum class LseBase { E, Two };                ///< Two: log2 of the sum of exponentials of the same scores
enum class HeadMap { Grouped, Interleaved };  ///< key head h / group, or h mod key heads
enum class CapOrder { BeforeBias, AfterBias };
enum class MaskTrue { Visible, Hidden };
/// Inclusive: window l, r shows keys at distance <= l to the left and <= r to the right of the query's own position.
/// CountsSelf: l and r count the query's own key, so distances < l and < r.
enum class WindowCount { Inclusive, CountsSelf };

/// Every choice on which correct kernels differ. Presets name the choices of well-known libraries; a single choice can
/// be overridden in a problem line by its own key.
///
/// NaN policy: contents of hidden keys never matter, whatever they are; NaN in a visible key's query or key row makes
/// the row NaN, in a visible value row the column. A key whose score is -inf (additive mask) counts as hidden.
struct Convention {
  std::string preset = "torch";
  Anchor anchor;
  EmptyRow empty_row = EmptyRow::Zero;
  EmptyLse empty_lse = EmptyLse::MinusInfinity;
  LseBase lse_base = LseBase::E;
  HeadMap head_map = HeadMap::Grouped;
  CapOrder cap_order = CapOrder::BeforeBias;
  MaskTrue mask_true = MaskTrue::Visible;
  WindowCount window_count = WindowCount::Inclusive;
  bool operator==(const Convention&) const = default;
};

/// torch, flash-attention, onnx, cudnn. Throws UsageError naming these.
Convention convention_preset(std::string_view name);
std::vector<std::string> convention_presets();

/// "torch" or "torch empty=nan lse_base=2": the preset and what differs from it.
std::string to_text(const Convention& convention);

/// The reverse of to_text(). Throws UsageError naming the word and what would be right.
Convention parse_convention(std::string_view text);

/// One choice of a convention by its key in a problem line.
struct ConventionChoice {
  LineKey about;
  std::function<void(Convention&, std::string_view value)> set;
  std::function<std::string(const Convention&)> print;
};
/// anchor empty empty_lse lse_base head_map cap_order mask_true window_count.
const std::vector<ConventionChoice>& convention_choices();

/// Set one choice by its problem-line key. False if the key is not a choice of the convention; throws UsageError for a
/// bad value, naming the allowed ones.
bool set_choice(Convention& convention, std::string_view key, std::string_view value);

/// top-left, bottom-right or offset:N. Throws UsageError naming the key, and these.
Anchor parse_anchor(std::string_view key, std::string_view text);
std::string to_text(const Anchor& anchor);
/// The forms of an anchor's text.
std::vector<KeyValue> anchor_values();

}  // namespace assay
