// SPDX-License-Identifier: Apache-2.0
#include "fuzz/trial.hpp"

#include <algorithm>
#include <variant>

#include "properties/call.hpp"
#include "properties/judge/oracle.hpp"
#include "properties/property.hpp"

namespace assay::fuzz {
namespace {

using namespace properties;

Trial try_reference(const Subject& subject, const Case& the_case) {
  const impls::Support support = subject.kernel->supports(the_case.problem);
  if (!support) return {reference_check, NotApplicable{support.refusal}, 0};
  const Call call = make_call(the_case);
  const Ran ran = run(*subject.kernel, call);
  if (const auto* faulted = std::get_if<Faulted>(&ran)) return {reference_check, *faulted, 0};
  const Arithmetic arithmetic = requirement_of(*subject.kernel, the_case.problem, subject.required).arithmetic;
  const Judgement judgement = judge(call.problem, call.inputs, std::get<Outputs>(ran), arithmetic);
  return {reference_check, judgement.verdict, std::max(judgement.out.ratio_max, judgement.lse.ratio_max)};
}

/// A kernel that is not called any more says nothing of a case.
bool not_called(const Trial& trial) {
  const auto* fault = std::get_if<Faulted>(&trial.verdict);
  return fault && fault->kind == FaultKind::NotCalled;
}

}  // namespace

Trial try_case(const Subject& subject, const Case& the_case, const std::string& check) {
  if (check == reference_check) return try_reference(subject, the_case);
  return {check, properties::check(find_property(check), *subject.kernel, the_case), 0};
}

bool same_kind(const Trial& a, const Trial& b) {
  if (not_called(a) || not_called(b)) return false;
  return a.check == b.check && properties::name_of(a.verdict) == properties::name_of(b.verdict);
}

}  // namespace assay::fuzz
