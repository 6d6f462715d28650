// SPDX-License-Identifier: Apache-2.0
#include "reference/model/problem_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

constexpr std::string_view axis_letters = "bhqk";

using Setter = void (*)(Problem&, std::string_view);

Window parse_window(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos)
    throw UsageError(fmt::format("window={}: want left,right in keys, inf for no limit", text));
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

void set_causal(Problem& p, std::string_view text) {
  p.causal = text != "none";
  if (p.causal) p.convention.anchor = parse_anchor(text);
}

void set_mode(Problem& p, std::string_view text) {
  if (text != "train" && text != "eval") throw UsageError(fmt::format("mode={}: want train or eval", text));
  p.dropout.training = text == "train";
}

void set_keep(Problem& p, std::string_view text) {
  if (text != "given" && text != "drawn") throw UsageError(fmt::format("keep={}: want given or drawn", text));
  p.dropout.mask_given = text == "given";
}

const std::map<std::string_view, Setter>& setters() {
  static const std::map<std::string_view, Setter> table{
      {"b", [](Problem& p, std::string_view v) { p.extents.batch = parse_integer("b", v); }},
      {"hq", [](Problem& p, std::string_view v) { p.extents.query_heads = parse_integer("hq", v); }},
      {"hkv", [](Problem& p, std::string_view v) { p.extents.key_heads = parse_integer("hkv", v); }},
      {"tq", [](Problem& p, std::string_view v) { p.extents.query_length = parse_integer("tq", v); }},
      {"tk", [](Problem& p, std::string_view v) { p.extents.key_length = parse_integer("tk", v); }},
      {"dk", [](Problem& p, std::string_view v) { p.extents.head_dim = parse_integer("dk", v); }},
      {"dv", [](Problem& p, std::string_view v) { p.extents.value_dim = parse_integer("dv", v); }},
      {"dtype", [](Problem& p, std::string_view v) { p.dtype = dtype(v); }},
      {"out", [](Problem& p, std::string_view v) { p.out = dtype(v); }},
      {"lse", [](Problem& p, std::string_view v) { p.lse = parse_flag("lse", v); }},
      {"past", [](Problem& p, std::string_view v) { p.past = parse_integer("past", v); }},
      {"causal", set_causal},
      {"window", [](Problem& p, std::string_view v) { p.window = parse_window(v); }},
      {"lengths", [](Problem& p, std::string_view v) { p.key_lengths = parse_flag("lengths", v); }},
      {"segments", [](Problem& p, std::string_view v) { p.segments = parse_flag("segments", v); }},
      {"mask", [](Problem& p, std::string_view v) { p.mask = parse_broadcast("mask", v); }},
      {"bias", [](Problem& p, std::string_view v) { p.bias = parse_broadcast("bias", v); }},
      {"scale", [](Problem& p, std::string_view v) { p.scale = parse_real("scale", v); }},
      {"softcap", [](Problem& p, std::string_view v) { p.softcap = parse_real("softcap", v); }},
      {"alibi", [](Problem& p, std::string_view v) { p.alibi = parse_flag("alibi", v); }},
      {"sinks", [](Problem& p, std::string_view v) { p.sinks = parse_flag("sinks", v); }},
      {"dropout", [](Problem& p, std::string_view v) { p.dropout.probability = parse_real("dropout", v); }},
      {"mode", set_mode},
      {"keep", set_keep},
  };
  return table;
}

/// Fields in canonical order; a field at its default prints nothing.
class FieldWriter {
 public:
  void always(std::string_view key, std::string_view value) {
    text_ += fmt::format("{}{}={}", text_.empty() ? "" : " ", key, value);
  }
  void when(bool differs, std::string_view key, std::string_view value) {
    if (differs) always(key, value);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void write_extents(FieldWriter& w, const Problem& p) {
  const Extents& e = p.extents;
  const std::pair<std::string_view, std::int64_t> fields[] = {
      {"b", e.batch},       {"hq", e.query_heads}, {"hkv", e.key_heads}, {"tq", e.query_length},
      {"tk", e.key_length}, {"dk", e.head_dim},    {"dv", e.value_dim}};
  for (const auto& [key, value] : fields) w.always(key, std::to_string(value));
  w.always("dtype", p.dtype.name);
  w.when(p.out != p.dtype, "out", p.out.name);
}

void write_options(FieldWriter& w, const Problem& p) {
  w.when(p.lse, "lse", "1");
  w.when(p.past != 0, "past", std::to_string(p.past));
  w.when(p.causal, "causal", assay::to_text(p.convention.anchor));
  w.when(p.window != Window{}, "window", to_text(p.window));
  w.when(p.key_lengths, "lengths", "1");
  w.when(p.segments, "segments", "1");
  if (p.mask) w.always("mask", to_text(*p.mask));
  if (p.bias) w.always("bias", to_text(*p.bias));
  if (p.scale) w.always("scale", real_text(*p.scale));
  if (p.softcap) w.always("softcap", real_text(*p.softcap));
  w.when(p.alibi, "alibi", "1");
  w.when(p.sinks, "sinks", "1");
  w.when(p.dropout.probability != 0, "dropout", real_text(p.dropout.probability));
  w.when(p.dropout.training, "mode", "train");
  w.when(!p.dropout.mask_given, "keep", "drawn");
}

std::string convention_fields(const Problem& p) {
  Convention shown = p.convention;
  if (p.causal) shown.anchor = convention_preset(shown.preset).anchor;  // causal= has said it
  return "convention=" + to_text(shown);
}

void check_complete(const Problem& p, const std::vector<TextField>& fields) {
  for (const std::string_view key : {"b", "hq", "tq", "tk", "dk", "dtype"}) {
    const bool there = std::any_of(fields.begin(), fields.end(), [&](const TextField& f) { return f.key == key; });
    if (!there) throw UsageError(fmt::format("the problem line lacks {}=", key));
  }
  validate(p);
}

std::string known_keys() {
  std::string keys = "convention anchor empty empty_lse lse_base head_map cap_order mask_true window_count";
  for (const auto& [key, setter] : setters()) keys += " " + std::string(key);
  return keys;
}

}  // namespace

Broadcast parse_broadcast(std::string_view field, std::string_view text) {
  Broadcast broadcast;
  bool good = text.size() == 4;
  for (std::size_t axis = 0; good && axis < 4; ++axis) {
    broadcast.has[axis] = text[axis] == axis_letters[axis];
    good = broadcast.has[axis] || text[axis] == '1';
  }
  if (!good)
    throw UsageError(
        fmt::format("{}={}: want four axes, each its letter or 1, as in b11k or 11qk (of bhqk)", field, text));
  return broadcast;
}

std::string to_text(const Broadcast& broadcast) {
  std::string text = "1111";
  for (std::size_t axis = 0; axis < 4; ++axis)
    if (broadcast.has[axis]) text[axis] = axis_letters[axis];
  return text;
}

bool set_problem_field(Problem& problem, std::string_view key, std::string_view value) {
  const auto setter = setters().find(key);
  if (setter == setters().end()) return set_choice(problem.convention, key, value);
  setter->second(problem, value);
  return true;
}

Problem parse_problem_fields(const std::vector<TextField>& fields) {
  Problem problem;
  for (const TextField& f : fields)
    if (f.key == "convention") problem.convention = convention_preset(f.value);
  for (const TextField& f : fields) {
    if (f.key == "convention") continue;
    if (!set_problem_field(problem, f.key, f.value))
      throw UsageError(fmt::format("unknown field '{}'; known: {}", f.key, known_keys()));
  }
  const auto has = [&](std::string_view key) {
    return std::any_of(fields.begin(), fields.end(), [&](const TextField& f) { return f.key == key; });
  };
  if (!has("hkv")) problem.extents.key_heads = problem.extents.query_heads;
  if (!has("dv")) problem.extents.value_dim = problem.extents.head_dim;
  if (!has("out")) problem.out = problem.dtype;
  check_complete(problem, fields);
  return problem;
}

Problem parse_problem(std::string_view line) { return parse_problem_fields(split_fields(line)); }

std::string to_text(const Problem& problem) {
  FieldWriter writer;
  write_extents(writer, problem);
  write_options(writer, problem);
  return writer.take() + " " + convention_fields(problem);
}

}  // namespace assay
