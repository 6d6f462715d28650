// SPDX-License-Identifier: Apache-2.0
#include "reports/pages/line_pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "reference/model/arithmetic_fields.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/problem_options.hpp"

namespace assay::reports {
namespace {

/// A key with what is told of it besides: a label and its text.
struct Entry {
  LineKey about;
  std::vector<std::pair<std::string, std::string>> more;
};

std::string feature_text(const ProblemOption& option) {
  std::vector<std::string> names;
  for (const Feature& feature : option.features) {
    std::string macro = feature.name;
    std::ranges::transform(macro, macro.begin(), [](unsigned char c) { return std::toupper(c); });
    names.push_back(fmt::format("{} (ASSAY_{} of impls/plugin_abi.h)", feature.name, macro));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<Entry> problem_entries() {
  std::vector<Entry> entries;
  for (const ProblemOption& option : problem_options()) {
    Entry entry{option.about, {}};
    if (!option.tensors.empty()) entry.more.push_back({"tensors", fmt::format("{}", fmt::join(option.tensors, ", "))});
    if (!option.features.empty()) entry.more.push_back({"feature", feature_text(option)});
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<Entry> recipe_entries() {
  std::vector<Entry> entries;
  for (const RecipeOption& option : recipe_options()) entries.push_back({option.about, {}});
  entries.push_back({data_key(), {}});
  return entries;
}

std::vector<Entry> arithmetic_entries() {
  std::vector<Entry> entries;
  for (const ArithmeticField& field : arithmetic_fields()) {
    Entry entry{field.about, {{"effect", field.effect}}};
    entry.more.push_back(field.looser ? std::pair<std::string, std::string>{"judged",
                                                                            "a declaration that allows more "
                                                                            "here than the preset is reported"}
                                      : std::pair<std::string, std::string>{"neutral", field.neutral});
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string standard_of(const LineKey& about) { return about.standard.empty() ? "must be given" : about.standard; }

/// One line a key, the keys in a column.
std::string listed(const std::vector<Entry>& entries) {
  std::size_t width = 0;
  for (const Entry& e : entries) width = std::max(width, e.about.key.size());
  std::string text;
  for (const Entry& e : entries)
    text += fmt::format("  {:{}}  {} [{}]\n", e.about.key, width, e.about.meaning, standard_of(e.about));
  return text;
}

std::string told(const Entry& entry) {
  std::string text = fmt::format("{}\nmeaning   {}\n", entry.about.key, entry.about.meaning);
  std::size_t width = 0;
  for (const KeyValue& value : entry.about.values) width = std::max(width, value.text.size());
  const char* label = "values";
  for (const KeyValue& value : entry.about.values)
    text += fmt::format("{:8}  {:{}}  {}\n", std::exchange(label, ""), value.text, width, value.meaning);
  text += fmt::format("without   {}\nexample   {}\n", standard_of(entry.about), entry.about.example);
  for (const auto& [name, what] : entry.more) text += fmt::format("{:8}  {}\n", name, what);
  return text;
}

std::string told(const std::vector<Entry>& entries, std::string_view key, std::string_view what) {
  std::vector<std::string> known;
  for (const Entry& entry : entries) {
    if (entry.about.key == key) return told(entry);
    known.push_back(entry.about.key);
  }
  throw UsageError(unknown_key(what, key, known));
}

/// Text in Markdown, its characters taken as they are.
std::string plain(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '`' || c == '<') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string capital(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string section(const Entry& entry) {
  const LineKey& about = entry.about;
  std::string text =
      fmt::format("### `{}`\n\n{}.\n\n| value | stands for |\n|---|---|\n", about.key, capital(plain(about.meaning)));
  for (const KeyValue& value : about.values) text += fmt::format("| `{}` | {} |\n", value.text, plain(value.meaning));
  text += about.standard.empty() ? "\nIt must be given." : fmt::format("\nWithout it: {}.", plain(about.standard));
  text += fmt::format(" Example: `{}`.", about.example);
  for (const auto& [name, what] : entry.more) text += fmt::format(" {}: {}.", capital(name), plain(what));
  return text + "\n";
}

std::string sections(const std::vector<Entry>& entries) {
  std::string text;
  for (const Entry& entry : entries) text += "\n" + section(entry);
  return text;
}

constexpr const char* generated =
    "This page is generated from the table that the parser, the printer and the error texts are made of; a test holds\n"
    "it to that table, and `ASSAY_UPDATE=1 build/dev/reports/reports_unit_test` writes it again.\n";

}  // namespace

std::string problem_keys_text() {
  return "problem line, in [] what holds where a key is left out\n" + listed(problem_entries()) +
         "recipe of its tensors, on the same line\n" + listed(recipe_entries());
}

std::string arithmetic_fields_text() {
  return "arithmetic line: a preset, then fields; in [] what holds where a field is left out\n" +
         listed(arithmetic_entries());
}

std::string problem_key_text(std::string_view key) {
  std::vector<Entry> entries = problem_entries();
  for (Entry& entry : recipe_entries()) entries.push_back(std::move(entry));
  return told(entries, key.starts_with("data.") ? "data.TENSOR" : key, "key of the problem line");
}

std::string arithmetic_field_text(std::string_view key) { return told(arithmetic_entries(), key, "arithmetic field"); }

std::string problem_page() {
  std::string text = "# The problem line\n\nOne attention call is one line of `key=value` words, in any order:\n\n";
  text += "    b=2 hq=8 hkv=2 tq=17 tk=33 dk=64 dtype=bf16 causal=bottom-right lse=1 seed=7\n\n";
  text +=
      "Reports, suites, `assay check --problem` and `assay replay` use it. Printed lines are canonical: keys in the\n"
      "order of this page, those at their default left out, so that equal problems print equally.\n"
      "`assay explain problem KEY` says the same on the command line.\n\n";
  text += generated;
  text += "\n## The call\n" + sections(problem_entries());
  text +=
      "\n## The tensors\n\nThe same line says how the tensors are made, so that it rebuilds everything bit for bit on "
      "any machine.\n" +
      sections(recipe_entries());
  return text;
}

std::string arithmetic_page() {
  std::string text =
      "# The arithmetic line\n\nWhat a kernel declares of its numbers is one line, a preset and what "
      "differs from it:\n\n";
  text += "    bf16 qk=fp32:chain:fused pv=fp32:chain:fused p_normalised=0 block=64 ordered_blocks=1 exp_ulp=1\n\n";
  text += fmt::format(
      "Presets: {}. Each is the weakest arithmetic that a kernel of that storage format may claim without\n"
      "saying more; `assay list arithmetics` prints them. A field left out takes the weakest value, so "
      "a declaration\ncan only narrow the bound. `assay explain arithmetic FIELD` says the same as this "
      "page, and `assay explain bound LINE\n--require ARITHMETIC` shows the terms that fields change.\n\n",
      fmt::join(arithmetic_presets(), ", "));
  text += generated;
  text += "\n## Fields\n" + sections(arithmetic_entries());
  return text;
}

}  // namespace assay::reports
