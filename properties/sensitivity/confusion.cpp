// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/confusion.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "properties/call.hpp"
#include "properties/diagnosis/identify.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/field_map.hpp"

namespace assay::properties {
namespace {

/// Shapes with room for the suspects to differ, in the place of the smallest ones that show a fault.
constexpr std::array shapes{"", "tq=19 tk=43 dk=16 dv=24", "tq=37 tk=131 dk=24 dv=16"};

bool is_reading(const Explanation& explanation) { return !explanation.suspect->is_arithmetic(); }

/// Two roundings that are one, as before and after a multiplication by a power of two.
bool is_as_close(const Explanation& a, const Explanation& b) { return a.residual == b.residual && a.size == b.size; }

NamedRun named(const std::string& expected, const Identification& found) {
  NamedRun run{expected, found.name() ? std::string(found.name()->name) : "", false};
  const auto expected_one =
      std::ranges::find(found.explaining, expected, [](const Explanation& e) { return e.suspect->name; });
  run.ambiguous =
      expected_one != found.explaining.end() && std::ranges::any_of(found.explaining, [&](const Explanation& e) {
        return e.suspect != expected_one->suspect && (is_reading(e) || is_as_close(e, *expected_one));
      });
  return run;
}

}  // namespace

std::vector<Case> confusion_cases(const impls::Fault& fault, std::uint64_t seed) {
  std::vector<Case> cases;
  for (const char* shape : shapes) {
    FieldMap fields = field_map(fault.inside);
    if (fields.contains("tq") && fields.contains("tk")) set_fields(shape, fields);
    fields["seed"] = std::to_string(seed);
    try {
      Case the_case = impls::trigger_case(assay::to_text(fields));
      if (fault.kernel->supports(the_case.problem)) cases.push_back(std::move(the_case));
    } catch (const UsageError&) {
      // The fault's options do not go with this shape.
    }
  }
  return cases;
}

std::vector<NamedRun> name_runs(const impls::Fault& fault, const std::vector<Case>& cases) {
  std::vector<NamedRun> runs;
  for (const Case& the_case : cases) {
    const Ran ran = run(*fault.kernel, make_call(the_case));
    if (!std::holds_alternative<Outputs>(ran)) continue;
    const Identification found =
        identify(the_case, std::get<Outputs>(ran), *fault.kernel, stated_arithmetic(*fault.kernel, the_case.problem));
    if (found.violated) runs.push_back(named(fault.suspect, found));
  }
  return runs;
}

void Confusion::add(const NamedRun& run) {
  ++violated;
  if (run.ambiguous)
    ++ambiguous;
  else if (run.right())
    ++right;
  else
    ++wrong[run.first];
}

void Confusion::merge(const Confusion& other) {
  violated += other.violated, ambiguous += other.ambiguous, right += other.right;
  for (const auto& [name, count] : other.wrong) wrong[name] += count;
}

}  // namespace assay::properties
