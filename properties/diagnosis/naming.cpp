// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/naming.hpp"

#include <fmt/format.h>

#include <variant>

#include "properties/diagnosis/identify.hpp"

namespace assay::properties {
namespace {

template <class Identify>
Naming name(const impls::Kernel& kernel, const Call& call, const Identify& identify) {
  if (!can_identify(call.problem))
    return {"", fmt::format("not evaluated: {} weights, more than {}", weights(call.problem), weights_most)};
  const Ran ran = run(kernel, call);
  if (const auto* faulted = std::get_if<Faulted>(&ran))
    return {"", fmt::format("not evaluated: called again, the kernel faulted ({})", name_of(faulted->kind))};
  const Identification found = identify(std::get<Outputs>(ran));
  if (!found.violated) return {"", "not evaluated: called again, the kernel is within its bound"};
  return {found.name() ? std::string(found.name()->name) : "", to_text(found)};
}

}  // namespace

Naming name_failure(const impls::Kernel& kernel, const Case& the_case, const Arithmetic& arithmetic) {
  return name(kernel, make_call(the_case),
              [&](const Outputs& outputs) { return identify(the_case, outputs, kernel, arithmetic); });
}

Naming name_failure(const impls::Kernel& kernel, const Call& call, const Arithmetic& arithmetic) {
  return name(kernel, call, [&](const Outputs& outputs) { return identify(call, outputs, arithmetic); });
}

}  // namespace assay::properties
