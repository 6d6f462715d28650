// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>

#include "impls/registry.hpp"
#include "properties/property.hpp"
#include "properties/cases/suite.hpp"
#include "properties/diagnosis/suspect.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/mask.hpp"
#include "reference/model/case/recipe.hpp"
#include "reports/cli/faults.hpp"
#include "reference/model/arithmetic_fields.hpp"
#include "reference/model/problem_options.hpp"
#include "reports/cli/verbs.hpp"
#include "reports/record/environment.hpp"
#include "reports/format.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::cli {
namespace {

struct Entry {
  std::string name;
  std::string claim;
};

/// One topic of `assay list`.
struct Topic {
  std::string name;
  std::vector<Entry> (*entries)();
};

std::vector<Entry> kernels() {
  std::vector<Entry> list;
  for (const impls::KernelPointer& kernel : impls::all_kernels())
    list.push_back({kernel->name(), kernel->description()});
  for (const Uncovered& u : left_out_of_build())
    if (u.what == Uncovered::Kind::Kernel) list.push_back({"(not here: " + u.name + ")", u.reason});
  return list;
}

std::vector<Entry> properties_here() {
  std::vector<Entry> list;
  for (const properties::Property& p : properties::all_properties())
    list.push_back({std::string(p.name), std::string(p.claim) + " [" + std::string(p.source) + "]"});
  return list;
}

Entry entry_of(const impls::Fault& fault) {
  std::string killers;
  for (const std::string& killer : fault.killers) killers += (killers.empty() ? "" : ", ") + killer;
  return {impls::name_of(fault), fault.broken + " (caught by " + killers + "; " + fault.source + ")"};
}

std::vector<Entry> faults() {
  std::vector<Entry> list;
  for (const impls::Fault& fault : impls::all_faults()) list.push_back(entry_of(fault));
  for (const std::vector<impls::Fault>& table : impls::planted_faults())
    for (const impls::Fault& fault : table) list.push_back(entry_of(fault));
  return list;
}

std::vector<Entry> suspects() {
  std::vector<Entry> list;
  for (const properties::Suspect& suspect : properties::all_suspects())
    list.push_back({std::string(suspect.name), std::string(suspect.claim)});
  return list;
}

std::vector<Entry> masks() {
  std::vector<Entry> list;
  for (const MaskRule& rule : all_mask_rules()) list.push_back({std::string(rule.name), std::string(rule.claim)});
  return list;
}

std::vector<Entry> dtypes() {
  std::vector<Entry> list;
  for (const FloatFormat& f : all_dtypes())
    list.push_back({std::string(f.name), std::to_string(f.exponent_bits) + " exponent bits, " +
                                             std::to_string(f.mantissa_bits) + " mantissa bits, largest " +
                                             number(f.max_finite()) + ", u = " + number(f.unit_roundoff()) +
                                             (f.has_infinity() ? "" : ", no infinity")});
  return list;
}

void add_fills(const char* key, const std::vector<FillInfo>& fills, std::vector<Entry>& list) {
  for (const FillInfo& fill : fills)
    list.push_back({std::string(key) + "=" + std::string(fill.name), std::string(fill.claim)});
}

std::vector<Entry> fills() {
  std::vector<Entry> list;
  add_fills("scores", score_fills(), list);
  add_fills("values", value_fills(), list);
  add_fills("hidden", hidden_fills(), list);
  add_fills("masks", mask_fills(), list);
  add_fills("layout", layouts(), list);
  return list;
}

std::vector<Entry> formats() {
  std::vector<Entry> list;
  for (const Format& format : all_formats()) list.push_back({format.name, format.claim});
  return list;
}

std::vector<Entry> suites() {
  std::vector<Entry> list;
  for (const std::string& name : properties::suite_names()) {
    const properties::Suite& suite = properties::find_suite(name);
    list.push_back(
        {name, grouped(static_cast<std::int64_t>(suite.cases.size())) + " cases: " + std::string(suite.claim)});
  }
  return list;
}

/// What a preset chooses, by the keys of problem lines.
std::string choices(const std::string& preset) {
  Convention convention = convention_preset(preset);
  if (preset == "torch") return to_text(convention) + ": the default";
  convention.preset = "torch";
  const std::string text = to_text(convention);
  return text == "torch" ? "same choices as torch" : text;
}

std::vector<Entry> conventions() {
  std::vector<Entry> list;
  for (const std::string& name : convention_presets()) list.push_back({name, choices(name)});
  return list;
}

std::vector<Entry> arithmetics() {
  std::vector<Entry> list;
  for (const std::string& name : arithmetic_presets()) {
    const Arithmetic a = arithmetic_preset(name);
    list.push_back({name, "sums in " + std::string(a.qk.format.name) + ", exponentials in " + std::string(a.work.name) +
                              " to " + number(a.exp_ulp) + " ulps, probabilities in " +
                              std::string(a.probability.name)});
  }
  return list;
}

std::vector<Entry> options_of_a_problem() {
  std::vector<Entry> list;
  for (const ProblemOption& option : problem_options()) list.push_back({option.about.key, option.about.meaning});
  for (const RecipeOption& option : recipe_options()) list.push_back({option.about.key, option.about.meaning});
  list.push_back({data_key().key, data_key().meaning});
  return list;
}

std::vector<Entry> fields_of_an_arithmetic() {
  std::vector<Entry> list;
  for (const ArithmeticField& field : arithmetic_fields()) list.push_back({field.about.key, field.about.meaning});
  return list;
}

std::vector<Entry> features() {
  std::vector<Entry> list;
  for (const Feature& feature : all_features()) list.push_back({feature.name, feature.phrase});
  return list;
}

const std::vector<Topic>& topics() {
  static const std::vector<Topic> all{{"kernels", kernels},
                                      {"properties", properties_here},
                                      {"faults", faults},
                                      {"suspects", suspects},
                                      {"masks", masks},
                                      {"dtypes", dtypes},
                                      {"fills", fills},
                                      {"formats", formats},
                                      {"suites", suites},
                                      {"conventions", conventions},
                                      {"arithmetics", arithmetics},
                                      {"options", options_of_a_problem},
                                      {"fields", fields_of_an_arithmetic},
                                      {"features", features}};
  return all;
}

void print(const Topic& topic) {
  const std::vector<Entry> entries = topic.entries();
  std::size_t width = 0;
  for (const Entry& entry : entries) width = std::max(width, readable(entry.name).size());
  std::cout << topic.name << "\n";
  for (const Entry& entry : entries) {
    const std::string name = readable(entry.name);
    std::cout << "  " << name << std::string(width - name.size() + 2, ' ') << readable(entry.claim) << "\n";
  }
}

}  // namespace

int list(const ListOptions& options) {
  const int asked = !options.topic.empty() + !options.suite.empty() + options.kill_matrix;
  if (asked > 1)
    throw UsageError("list: a topic, --suite and --kill-matrix are shown one at a time; right would be one of them");
  if (options.kill_matrix) {
    print_kill_matrix();
    return 0;
  }
  if (!options.suite.empty()) {
    for (const Case& the_case : properties::find_suite(options.suite).cases) std::cout << to_text(the_case) << "\n";
    return 0;
  }
  for (const Topic& topic : topics())
    if (options.topic.empty() || options.topic == topic.name) print(topic);
  if (!options.topic.empty()) return 0;
  std::cout << "not in this build\n";
  for (const Uncovered& u : left_out_of_build())
    std::cout << "  " << name_of(u.what) << " " << u.name << ": " << u.reason << "\n";
  return 0;
}

}  // namespace assay::reports::cli
