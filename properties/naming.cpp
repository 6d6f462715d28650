// SPDX-License-Identifier: Apache-2.0
#include "properties/naming.hpp"

#include <variant>

#include "properties/identify.hpp"

namespace assay::properties {
namespace {

/// Some suspects rewrite a mask over all weights: so many cost a second.
constexpr std::int64_t weights_most = 1 << 21;

std::int64_t weights(const Problem& problem) {
  const Extents& e = problem.extents;
  return e.batch * e.query_heads * e.query_length * e.key_length;
}

template <class Identify>
Naming name(const impls::Kernel& kernel, const Call& call, const Identify& identify) {
  if (!can_name(call.problem))
    return {"", "not evaluated: " + std::to_string(weights(call.problem)) + " weights, more than " +
                    std::to_string(weights_most)};
  const Ran ran = run(kernel, call);
  if (const auto* faulted = std::get_if<Faulted>(&ran))
    return {"", "not evaluated: called again, the kernel faulted (" + faulted->kind + ")"};
  const Identification found = identify(std::get<Outputs>(ran));
  if (!found.violated) return {"", "not evaluated: called again, the kernel is within its bound"};
  return {found.name() ? std::string(found.name()->name) : "", to_text(found)};
}

}  // namespace

bool can_name(const Problem& problem) { return weights(problem) <= weights_most; }

Naming name_failure(const impls::Kernel& kernel, const Case& the_case, const Arithmetic& arithmetic) {
  return name(kernel, make_call(the_case),
              [&](const Outputs& outputs) { return identify(the_case, outputs, kernel, arithmetic); });
}

Naming name_failure(const impls::Kernel& kernel, const Call& call, const Arithmetic& arithmetic) {
  return name(kernel, call, [&](const Outputs& outputs) { return identify(call, outputs, arithmetic); });
}

}  // namespace assay::properties
