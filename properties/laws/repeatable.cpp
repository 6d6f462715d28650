// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/compare.hpp"
#include "properties/property.hpp"

namespace assay::properties::laws {
namespace {

impls::Support applies(const Problem&) { return impls::Support::yes(); }

Verdict check(const impls::Kernel& kernel, const Call& call) {
  if (!kernel.promises().repeatable) return NotApplicable{"the kernel does not promise to repeat bits"};
  return same_numbers(kernel, call, call);
}

}  // namespace

Property repeatable() {
  return {"repeatable", "The same call gives the same numbers, with the same seed in training too.",
          "Kernels hold no state that one call leaves to the next; nothing unwritten, stale or raced may reach "
          "an output.",
          applies, check};
}

}  // namespace assay::properties::laws
