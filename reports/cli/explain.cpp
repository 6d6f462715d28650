// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iostream>

#include "impls/registry.hpp"
#include "properties/call.hpp"
#include "properties/property.hpp"
#include "properties/diagnosis/suspect.hpp"
#include "reference/error/bound.hpp"
#include "reference/exact/double_tier.hpp"
#include "reference/exact/row.hpp"
#include "reference/exact/trace.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/contract.hpp"
#include "reports/cli/explain_suspect.hpp"
#include "reports/cli/explain_verdict.hpp"
#include "reports/cli/faults.hpp"
#include "reports/cli/selection.hpp"
#include "reports/cli/verbs.hpp"
#include "reports/record/text.hpp"
#include "reports/pages/line_pages.hpp"

namespace assay::reports::cli {
namespace {

/// The arithmetic to explain with, and why that one.
properties::Requirement arithmetic_of(const ExplainOptions& options, const Problem& problem) {
  if (!options.kernel.empty())
    return properties::requirement_of(*select_kernel(options.kernel), problem, select_arithmetic(options.require));
  if (!options.require.empty()) return {parse_arithmetic(options.require), properties::ArithmeticSource::Required};
  return {arithmetic_preset(problem.dtype.name), properties::ArithmeticSource::Preset};
}

/// Where in a call the bound is largest, counted in units in the last place of the output.
struct Widest {
  reference::RowData data;
  reference::RowResult exact;
  reference::RowBound bound;
  std::int64_t feature = -1;
  double ulps = -1;
};

void consider(const Problem& problem, const reference::RowData& data, const reference::RowResult& exact,
              const reference::RowBound& bound, Widest& widest) {
  for (std::size_t c = 0; c < bound.out.size(); ++c) {
    const double ulps = bound.out[c] / ulp(problem.out, exact.out[c]);
    if (!(ulps > widest.ulps)) continue;
    widest = {data, exact, bound, static_cast<std::int64_t>(c), ulps};
  }
}

void print_element(const Problem& problem, const Widest& at, const Arithmetic& arithmetic) {
  const auto c = static_cast<std::size_t>(at.feature);
  const RowIndex& row = at.data.index;
  std::cout << "element     out[b=" << row.batch << " h=" << row.head << " i=" << row.query << " c=" << at.feature
            << "]: the widest bound of the call, in ulps\n"
            << "exact       " << exact_number(at.exact.out[c]) << " +- " << number(at.exact.out_radius[c]) << "\n"
            << "allowed     " << number(at.bound.out[c]) << ", " << number(at.ulps) << " ulps of " << problem.out.name
            << ", before the output is rounded\n";
  if (!at.bound.range.empty()) std::cout << "range       " << at.bound.range << "\n";
  std::cout << "made of\n";
  for (const auto& term : reference::explain_bound(at.data, at.exact, arithmetic, at.feature)) {
    const std::string value = number(term.value);
    std::cout << "  " << std::string(value.size() < 10 ? 10 - value.size() : 0, ' ') << value << "  " << term.name
              << ": " << term.meaning << "\n";
  }
}

void explain_bound(const ExplainOptions& options) {
  const Case the_case = parse_case(options.subject);
  const Problem& problem = the_case.problem;
  const Inputs inputs = make_inputs(the_case);
  const properties::Requirement requirement = arithmetic_of(options, problem);
  std::cout << "case        " << to_text(the_case) << "\narithmetic  " << to_text(requirement.arithmetic) << " ("
            << name_of(requirement.source) << ")\n";
  const reference::CaseRows rows(problem, inputs);
  Widest widest;
  for (const RowIndex& index : rows.indices()) {
    const reference::RowData data = rows.row(index);
    const reference::RowResult exact = reference::enclose(data);
    const reference::RowBound bound = reference::bound_row(data, exact, requirement.arithmetic);
    if (!bound.refusal.empty()) {
      std::cout << "refused     " << bound.refusal << "\n";
      return;
    }
    if (!exact.empty) consider(problem, data, exact, bound, widest);
  }
  if (widest.feature < 0)
    std::cout << "no element has a bound: no query sees a key\n";
  else
    print_element(problem, widest, requirement.arithmetic);
}

void explain_trace(const ExplainOptions& options) {
  const Case the_case = parse_case(options.subject);
  std::cout << reference::trace(the_case.problem, make_inputs(the_case));
}

void explain_case(const ExplainOptions& options) {
  const Case the_case = parse_case(options.subject);
  const Problem& problem = the_case.problem;
  const Inputs inputs = make_inputs(the_case);
  const Cost work = cost(problem);
  std::cout << "case        " << to_text(the_case) << "\nconvention  " << to_text(problem.convention)
            << "\nscale       " << exact_number(scale_value(problem)) << "\n";
  for_each_tensor(inputs, [](const std::string& name, const Tensor& tensor) {
    std::cout << "tensor      " << name << " " << tensor.type().name() << " " << to_text(tensor.extents())
              << " strides " << to_text(tensor.strides()) << "\n";
  });
  std::cout << "output      " << problem.out.name << " " << to_text(output_extents(problem)) << "\n"
            << "cost        " << number(work.flops) << " floating-point operations; stored weights would take "
            << number(work.weight_bytes) << " bytes\n";
}

void explain_fault(const std::string& name) {
  const auto is_it = [&](const impls::Fault& fault) {
    return impls::name_of(fault) == name || impls::name_of(fault) == "fault/" + name;
  };
  std::vector<std::vector<impls::Fault>> tables = impls::planted_faults();
  tables.push_back(impls::all_faults());
  for (const std::vector<impls::Fault>& table : tables)
    if (const auto found = std::ranges::find_if(table, is_it); found != table.end()) return print_fault(*found);
  if (std::ranges::count(properties::all_suspects(), name, &properties::Suspect::name) > 0)
    throw UsageError("no fault is named '" + name + "', it is a suspect: right would be `assay explain suspect " +
                     name + "`");
  throw UsageError("no fault is named '" + readable(name) + "'; `assay list faults` shows them");
}

void explain_property(const std::string& name) {
  const properties::Property& property = properties::find_property(name);
  std::cout << property.name << "\nclaim   " << property.claim << "\nsource  " << property.source << "\n";
}

}  // namespace

int explain(const ExplainOptions& options) {
  if (options.subject.empty() && options.topic != "problem" && options.topic != "arithmetic")
    throw UsageError("explain " + options.topic + ": what of it is missing; `assay explain --help` shows the rest");
  if (options.topic == "bound")
    explain_bound(options);
  else if (options.topic == "trace")
    explain_trace(options);
  else if (options.topic == "case")
    explain_case(options);
  else if (options.topic == "fault")
    explain_fault(options.subject);
  else if (options.topic == "suspect")
    explain_suspect(options.subject);
  else if (options.topic == "verdict")
    explain_verdict(options.subject);
  else if (options.topic == "problem")
    std::cout << (options.subject.empty() ? problem_keys_text() : problem_key_text(options.subject));
  else if (options.topic == "arithmetic")
    std::cout << (options.subject.empty() ? arithmetic_fields_text() : arithmetic_field_text(options.subject));
  else
    explain_property(options.subject);
  return 0;
}

}  // namespace assay::reports::cli
