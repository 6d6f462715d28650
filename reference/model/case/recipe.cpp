// SPDX-License-Identifier: Apache-2.0
#include "reference/model/case/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "reference/model/case/recipe_fills.hpp"
#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

template <class Table>
std::vector<FillInfo> infos(const Table& table) {
  std::vector<FillInfo> list;
  for (const auto& row : table) list.push_back(row.info);
  return list;
}

void check_known(std::string_view key, std::string_view name, const std::vector<FillInfo>& known) {
  std::string names;
  for (const FillInfo& info : known) {
    if (info.name == name) return;
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  }
  throw UsageError(fmt::format("{}={}: want one of {}", key, name, names));
}

Fill parse_fill(std::string_view key, std::string_view text, const std::vector<FillInfo>& known) {
  const std::size_t colon = text.find(':');
  Fill fill{std::string(text.substr(0, colon)), 1};
  check_known(key, fill.name, known);
  if (colon != std::string_view::npos) fill.amplitude = parse_real(key, text.substr(colon + 1));
  if (!std::isfinite(fill.amplitude)) throw UsageError(fmt::format("{}={}: want a finite amplitude", key, text));
  return fill;
}

std::string to_text(const Fill& fill) {
  return fill.amplitude == 1 ? fill.name : fill.name + ":" + real_text(fill.amplitude);
}

std::string parse_name(std::string_view key, std::string_view text, const std::vector<FillInfo>& known) {
  check_known(key, text, known);
  return std::string(text);
}

std::vector<double> parse_numbers(std::string_view key, std::string_view text) {
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    numbers.push_back(parse_real(key, text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return numbers;
}

int parse_version(std::string_view text) {
  if (text != "r1") throw UsageError(fmt::format("recipe={}: this build knows r1", text));
  return 1;
}

Index4 strides_of(const std::string& layout, const Index4& e) {
  if (layout == "bthd") return {e[1] * e[2] * e[3], e[3], e[1] * e[3], 1};
  if (layout == "padded") return {e[1] * (e[2] * (e[3] + 3) + 5), e[2] * (e[3] + 3) + 5, e[3] + 3, 1};
  if (layout == "spread") return {2 * e[1] * e[2] * e[3], 2 * e[2] * e[3], 2 * e[3], 2};
  return contiguous_strides(e);
}

/// A tensor whose gaps hold NaN: all bits one is NaN in every format.
Tensor blank(const ElementType& type, const Index4& extents, const Index4& strides) {
  Tensor tensor(type, extents, strides);
  std::memset(tensor.bytes(), 0xff, tensor.storage_bytes());
  return tensor;
}

template <class Element>
Tensor filled(const Problem& p, const std::string& layout, const Index4& extents, const Element& element) {
  Tensor tensor = blank(ElementType::of(p.dtype), extents, strides_of(layout, extents));
  for_each_index(extents, [&](const Index4& at) { tensor.set(at, element(at)); });
  return tensor;
}

void fill_query_key_value(const Problem& p, const Recipe& recipe, Inputs& inputs) {
  const auto named = [](const auto& table, const std::string& name) {
    return std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.info.name == name; });
  };
  const auto scores = named(detail::score_fill_table(), recipe.scores.name);
  const auto values = named(detail::value_fill_table(), recipe.values.name);
  ASSAY_ASSERT(scores != detail::score_fill_table().end() && values != detail::value_fill_table().end());
  const detail::FillContext of_scores{p, recipe.scores.amplitude, recipe.seed};
  const detail::FillContext of_values{p, recipe.values.amplitude, recipe.seed};
  inputs.query =
      filled(p, recipe.layout, query_extents(p), [&](const Index4& at) { return scores->query(of_scores, at); });
  inputs.key = filled(p, recipe.layout, key_extents(p), [&](const Index4& at) { return scores->key(of_scores, at); });
  inputs.value =
      filled(p, recipe.layout, value_extents(p), [&](const Index4& at) { return values->value(of_values, at); });
}

void make_optional_tensors(const Problem& p, Inputs& inputs) {
  for (const std::string& name : tensor_names()) {
    if (name == "query" || name == "key" || name == "value") continue;
    if (const std::optional<TensorSpec> spec = tensor_spec(p, name))
      set_tensor(inputs, name, Tensor(spec->type, spec->extents));
  }
}

void fill_per_head(const Problem& p, const Recipe& recipe, Inputs& inputs) {
  const RandomStream random(recipe.seed, detail::SinkStream);
  for (std::int64_t h = 0; h < p.extents.query_heads; ++h) {
    if (inputs.alibi_slopes) inputs.alibi_slopes->set({0, h, 0, 0}, std::ldexp(1.0, -1 - static_cast<int>(h % 8)));
    if (inputs.sinks) inputs.sinks->set({0, h, 0, 0}, random.normal(static_cast<std::uint64_t>(h)));
  }
}

void apply_data(const Recipe& recipe, Inputs& inputs) {
  for (const auto& [name, numbers] : recipe.data) {
    Tensor tensor = *get_tensor(inputs, name);
    auto number = numbers.begin();
    for_each_index(tensor.extents(), [&](const Index4& at) { tensor.set(at, *number++); });
    set_tensor(inputs, name, std::move(tensor));
  }
}

std::vector<KeyValue> fill_values(const std::vector<FillInfo>& fills, bool with_amplitude) {
  std::vector<KeyValue> values;
  for (const FillInfo& fill : fills) values.push_back({std::string(fill.name), std::string(fill.claim)});
  if (with_amplitude) values.push_back({"NAME:A", "any of them with amplitude A instead of 1"});
  return values;
}

RecipeOption filled_by(const char* key, Fill Recipe::*member, const std::vector<FillInfo>& fills, const char* meaning,
                       const char* example) {
  return {.about = {.key = key,
                    .meaning = meaning,
                    .values = fill_values(fills, true),
                    .standard = "normal",
                    .example = std::string(key) + "=" + example},
          .set = [=, &fills](Recipe& r, std::string_view v) { r.*member = parse_fill(key, v, fills); },
          .print = [=](const Recipe& r) { return to_text(r.*member); }};
}

RecipeOption named_by(const char* key, std::string Recipe::*member, const std::vector<FillInfo>& names,
                      const char* meaning, const char* example) {
  return {.about = {.key = key,
                    .meaning = meaning,
                    .values = fill_values(names, false),
                    .standard = Recipe{}.*member,
                    .example = std::string(key) + "=" + example},
          .set = [=, &names](Recipe& r, std::string_view v) { r.*member = parse_name(key, v, names); },
          .print = [=](const Recipe& r) { return r.*member; }};
}

RecipeOption version_option() {
  return {.about = {.key = "recipe",
                    .meaning = "how the tensors are made from what follows; the meaning of a version never changes",
                    .values = {{"r1", "the only version there is"}},
                    .standard = "r1",
                    .example = "recipe=r1"},
          .set = [](Recipe& r, std::string_view v) { r.version = parse_version(v); },
          .print = [](const Recipe& r) { return fmt::format("r{}", r.version); }};
}

RecipeOption seed_option() {
  return {.about = {.key = "seed",
                    .meaning = "seed of the counter-based generator: the same tensors bit for bit on every machine",
                    .values = {{"N", "a whole number from 0 to 2^64 - 1"}},
                    .standard = "0",
                    .example = "seed=7"},
          .set = [](Recipe& r, std::string_view v) { r.seed = parse_unsigned("seed", v); },
          .print = [](const Recipe& r) { return std::to_string(r.seed); }};
}

}  // namespace

const std::vector<FillInfo>& score_fills() {
  static const std::vector<FillInfo> list = infos(detail::score_fill_table());
  return list;
}
const std::vector<FillInfo>& value_fills() {
  static const std::vector<FillInfo> list = infos(detail::value_fill_table());
  return list;
}
const std::vector<FillInfo>& hidden_fills() {
  static const std::vector<FillInfo> list{{"none", "keys that no query sees hold ordinary numbers"},
                                          {"nan", "they hold NaN"},
                                          {"inf", "they hold infinity (the largest number where the dtype has none)"},
                                          {"huge", "they hold the largest finite number"}};
  return list;
}
const std::vector<FillInfo>& mask_fills() {
  static const std::vector<FillInfo> list{
      {"random", "three quarters visible at random; finite bias N(0,1)"},
      {"all", "everything visible"},
      {"padding", "each batch member ends at its own length"},
      {"holes", "three keys visible, three hidden, in turn"},
      {"first-block", "the first half of the keys is hidden: leading tiles are wholly masked"},
      {"checker", "query + key even"},
      {"band", "keys within 3 of the query"},
      {"empty-row", "random, and batch 0 has queries that see no key"},
      {"finite-min", "an additive mask hides by the lowest finite number instead of -inf"},
      {"moderate", "nothing hidden, bias 4 N(0,1)"}};
  return list;
}
const std::vector<FillInfo>& layouts() {
  static const std::vector<FillInfo> list{{"contiguous", "(batch, head, length, feature), no gaps"},
                                          {"bthd", "stored as (batch, length, head, feature)"},
                                          {"padded", "NaN gaps of 3 elements between rows, 5 between heads"},
                                          {"spread", "every second element, NaN between"}};
  return list;
}

const std::vector<RecipeOption>& recipe_options() {
  using R = Recipe;
  static const std::vector<RecipeOption> list{
      version_option(),
      seed_option(),
      filled_by("scores", &R::scores, score_fills(), "how query and key are filled, together", "peaked:16"),
      filled_by("values", &R::values, value_fills(), "how value is filled", "ramp"),
      named_by("hidden", &R::hidden, hidden_fills(), "what lies in keys that no query of the example attends to",
               "nan"),
      named_by("masks", &R::masks, mask_fills(), "pattern of masks, biases, key lengths and segments", "padding"),
      named_by("layout", &R::layout, layouts(), "strides of query, key and value", "bthd")};
  return list;
}

LineKey data_key() {
  std::string names;
  for (const std::string& name : tensor_names()) names += (names.empty() ? "" : ", ") + name;
  return {.key = "data.TENSOR",
          .meaning = "a tensor written out element by element, in row-major order, instead of made; " + names,
          .values = {{"X,Y,...", "as many numbers as it has elements; nan and inf are numbers here"}},
          .standard = "the recipe's",
          .example = "sinks=1 data.sinks=0,0.5"};
}

Inputs make_inputs(const Problem& p, const Recipe& recipe) {
  Inputs inputs;
  fill_query_key_value(p, recipe, inputs);
  make_optional_tensors(p, inputs);
  detail::fill_masks(p, recipe, inputs);
  fill_per_head(p, recipe, inputs);
  apply_data(recipe, inputs);
  detail::poison_hidden(p, recipe.hidden, inputs);
  inputs.dropout_seed = recipe.seed;
  return inputs;
}

void check_recipe(const Problem& problem, const Recipe& recipe) {
  for (const auto& [name, numbers] : recipe.data) {
    const std::optional<TensorSpec> spec = tensor_spec(problem, name);
    if (!spec) throw UsageError(fmt::format("data.{}: the problem has no tensor of this name", name));
    const Index4& e = spec->extents;
    const std::int64_t count = e[0] * e[1] * e[2] * e[3];
    if (static_cast<std::int64_t>(numbers.size()) != count)
      throw UsageError(fmt::format("data.{} has {} numbers: want {} for {}", name, numbers.size(), count, to_text(e)));
  }
}

bool set_recipe_field(Recipe& recipe, std::string_view key, std::string_view value) {
  for (const RecipeOption& option : recipe_options()) {
    if (option.about.key != key) continue;
    option.set(recipe, value);
    return true;
  }
  if (!key.starts_with("data.")) return false;
  recipe.data[std::string(key.substr(5))] = parse_numbers(key, value);
  return true;
}

std::string to_text(const Recipe& recipe) {
  static const Recipe plain;
  std::string text;
  for (const RecipeOption& option : recipe_options()) {
    const std::string value = option.print(recipe);
    const bool always = option.about.key == "recipe" || option.about.key == "seed";
    if (always || value != option.print(plain))
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", option.about.key, value);
  }
  for (const auto& [name, numbers] : recipe.data) {
    std::string list;
    for (const double number : numbers) list += (list.empty() ? "" : ",") + real_text(number);
    text += fmt::format(" data.{}={}", name, list);
  }
  return text;
}

}  // namespace assay
