// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reference/error/worst/bound_term.hpp"
#include "reference/model/tensor.hpp"

namespace assay::properties {

using reference::BoundTerm;

/// Where and by how much an output is outside, with the bound's terms at that element.
struct Evidence {
  std::string what;    ///< one line: "out[b=0 h=1 i=3 c=7] = 1.25, exact 1.5 +- 1e-12, allowed 0.0039"
  std::string tensor;  ///< out, lse, or the property's own quantity
  Index4 index{};
  double got = 0;
  double expected = 0;
  double allowed = 0;  ///< E: largest |got - expected| (before the output's rounding) of a correct kernel
  double ratio = 0;    ///< |got - expected| / allowed, output rounding taken off; infinity for NaN and wrong infinities
  std::vector<BoundTerm> terms;
  bool replayed = false;  ///< expected: what the declared arithmetic makes of the exact number, see replay.hpp
};

struct Holds {};
/// Possible but unlikely; a human should look.
struct Doubtful {
  double probability = 0;
  std::string why;
};
/// No correct kernel of the arithmetic judged against gives this.
struct Violated {
  Evidence evidence;
};
/// The kernel did something other than compute: crash, hang, exit, exception, out of bounds, input written, output
/// unwritten, memory.
struct Faulted {
  std::string kind;
  std::string where;
};
/// Nothing could be seen on this input.
struct NoEvidence {
  std::string why;
};
struct NotApplicable {
  std::string reason;
};
/// The judge could not decide; the enclosure it had is attached.
struct GaveUp {
  std::string reason;
  std::string enclosure;
};

using Verdict = std::variant<Holds, Doubtful, Violated, Faulted, NoEvidence, NotApplicable, GaveUp>;

/// holds, doubtful, violated, faulted, no evidence, not applicable, gave up.
std::string name_of(const Verdict& verdict);
/// The reason in one line; empty for holds.
std::string reason_of(const Verdict& verdict);
bool is_bad(const Verdict& verdict);  ///< violated or faulted

}  // namespace assay::properties
