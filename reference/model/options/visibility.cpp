// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "reference/model/problem_options.hpp"
#include "reference/model/text_fields.hpp"

namespace assay::options {
namespace {

ProblemOption past() {
  ProblemOption option = whole_number({.key = "past",
                                       .meaning = "leading keys that come from a KV cache; they move the top-left "
                                                  "diagonal to the right",
                                       .values = {{"N", "a whole number from 0 to tk"}},
                                       .example = "past=16"},
                                      &Problem::past, 200, 10);
  option.features = {{6, "past", "past keys", {}}};
  return option;
}

void set_causal(Problem& p, std::string_view text) {
  p.causal = text != "none";
  if (p.causal) p.convention.anchor = parse_anchor("causal", text);
}

ProblemOption causal() {
  std::vector<KeyValue> values{{"none", "no causality: every query attends to later keys as well"}};
  for (const KeyValue& anchor : anchor_values()) values.push_back(anchor);
  return {.about = {.key = "causal",
                    .meaning = "causality: a query attends to no key after its own position. The value says where "
                               "query 0 stands on the key axis",
                    .values = std::move(values),
                    .standard = "none",
                    .example = "causal=bottom-right"},
          .set = set_causal,
          .print = [](const Problem& p) { return p.causal ? to_text(p.convention.anchor) : "none"; },
          .shown = [](const Problem& p) { return p.causal; },
          .hides = Hides::ByRule,
          .anchored = true,
          .by_position = "causal masking depends on key positions",
          .features = {{4, "causal", "causal", {}}},
          .removals = {differs(
              190, [](Problem & p) -> auto& { return p.causal; }, false)}};
}

Window parse_window(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos)
    throw UsageError("window=" + std::string(text) + ": want left,right in keys, inf for no limit");
  const auto side = [](std::string_view word) -> std::optional<std::int64_t> {
    if (word == "inf") return std::nullopt;
    return parse_integer("window", word);
  };
  return {side(text.substr(0, comma)), side(text.substr(comma + 1))};
}

std::string to_text(const Window& window) {
  const auto side = [](const std::optional<std::int64_t>& s) { return s ? std::to_string(*s) : "inf"; };
  return side(window.left) + "," + side(window.right);
}

OptionNumber window_number(int rank, std::optional<std::int64_t> Window::*side) {
  return {rank, [=](const Problem& p) { return static_cast<double>((p.window.*side).value_or(0)); },
          [=](Problem& p, double value) { p.window.*side = std::llround(value); }};
}

ProblemOption window() {
  using Side = std::optional<std::int64_t>;
  return {.about = {.key = "window",
                    .meaning = "sliding window: keys at most so far to the left and to the right of the query's own "
                               "position, as the anchor places it; window_count says what is counted",
                    .values = {{"L,R", "whole numbers from 0"}, {"inf", "as L or R: no limit on that side"}},
                    .standard = "inf,inf",
                    .example = "window=64,0"},
          .set = [](Problem& p, std::string_view v) { p.window = parse_window(v); },
          .print = [](const Problem& p) { return to_text(p.window); },
          .shown = [](const Problem& p) { return p.window != Window{}; },
          .hides = Hides::ByRule,
          .anchored = true,
          .by_position = "a window depends on key positions",
          .features = {{5, "window", "window", {}}},
          .removals = {differs(
                           170, [](Problem & p) -> auto& { return p.window.left; }, Side{}),
                       differs(
                           180, [](Problem & p) -> auto& { return p.window.right; }, Side{})},
          .numbers = {window_number(20, &Window::left), window_number(30, &Window::right)}};
}

ProblemOption chunk() {
  ProblemOption option = whole_number({.key = "chunk",
                                       .meaning = "chunked attention: the key axis is cut into chunks of so many keys, "
                                                  "and a query attends to the keys of the chunk that it stands in, as "
                                                  "the anchor places it",
                                       .values = {{"N", "a whole number to 2^24; 0 for no chunks"}},
                                       .example = "chunk=8"},
                                      &Problem::chunk, 185, 35);
  option.hides = Hides::ByRule;
  option.anchored = true;
  option.by_position = "chunks depend on key positions";
  option.features = {{22, "chunk", "chunks", {}}};
  return option;
}

ProblemOption key_lengths() {
  ProblemOption option = flag({.key = "lengths",
                               .meaning = "each example has a key length of its own (padded batch): keys from "
                                          "that length on are hidden",
                               .values = {}},
                              &Problem::key_lengths, 120);
  option.hides = Hides::ByLength;
  option.by_position = "key lengths depend on key positions";
  option.tensors = {"key_lengths"};
  option.features = {{7, "key_lengths", "key lengths", {}}};
  return option;
}

ProblemOption segments() {
  ProblemOption option = flag({.key = "segments",
                               .meaning = "packed sequences (varlen): each query and key carries a segment number, "
                                          "and a query attends to the keys of its own",
                               .values = {}},
                              &Problem::segments, 110);
  option.hides = Hides::ByRule;
  option.tensors = {"query_segments", "key_segments"};
  option.features = {{8, "segments", "segments", {}}};
  return option;
}

ProblemOption mask() {
  ProblemOption option = broadcast(
      {.key = "mask",
       .meaning = "a boolean mask over (batch, query head, query, key), its letters b, h, q, k; 1 stands for an axis "
                  "over which it is broadcast. mask_true says what a true element means",
       .values = {}},
      &Problem::mask, 30);
  option.tensors = {"mask"};
  option.features = {{9, "mask", "boolean mask", {}}};
  return option;
}

ProblemOption bias() {
  ProblemOption option = broadcast(
      {.key = "bias",
       .meaning = "an additive mask or bias, in dtype (fp32 where dtype has 8 bits), axes as in mask; -inf hides a key",
       .values = {}},
      &Problem::bias, 40);
  option.hides = Hides::ByNumber;
  option.tensors = {"bias"};
  option.features = {{10, "bias", "additive bias", {}}};
  return option;
}

}  // namespace

std::vector<ProblemOption> visibility() {
  return {past(), causal(), window(), chunk(), key_lengths(), segments(), mask(), bias()};
}

}  // namespace assay::options
