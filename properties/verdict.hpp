// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "impls/fault_kind.hpp"
#include "reference/error/worst/bound_term.hpp"
#include "reference/model/tensor.hpp"

namespace assay::properties {

using impls::FaultKind;
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

enum class VerdictKind { Holds, Doubtful, Violated, Faulted, NoEvidence, NotApplicable, GaveUp };

struct Holds {
  static constexpr VerdictKind verdict = VerdictKind::Holds;
};
/// Possible but unlikely; a human should look.
struct Doubtful {
  static constexpr VerdictKind verdict = VerdictKind::Doubtful;
  double probability = 0;
  std::string why;
};
/// No correct kernel of the arithmetic judged against gives this.
struct Violated {
  static constexpr VerdictKind verdict = VerdictKind::Violated;
  Evidence evidence;
};
/// The kernel did something other than compute.
struct Faulted {
  static constexpr VerdictKind verdict = VerdictKind::Faulted;
  FaultKind kind{};
  std::string where;
};
/// Nothing could be seen on this input.
struct NoEvidence {
  static constexpr VerdictKind verdict = VerdictKind::NoEvidence;
  std::string why;
};
struct NotApplicable {
  static constexpr VerdictKind verdict = VerdictKind::NotApplicable;
  std::string reason;
};
/// The judge could not decide; the enclosure it had is attached.
struct GaveUp {
  static constexpr VerdictKind verdict = VerdictKind::GaveUp;
  std::string reason;
  std::string enclosure;
};

using Verdict = std::variant<Holds, Doubtful, Violated, Faulted, NoEvidence, NotApplicable, GaveUp>;

/// What is told of a kind of verdict, and how it compares with the others.
struct VerdictTraits {
  VerdictKind kind{};
  std::string_view word;
  int weight = 0;        ///< of two verdicts about one claim the heavier one counts
  bool decided = false;  ///< it says that the kernel is right, suspect or wrong; the others say nothing of it
};

/// Every kind of verdict once, in the order of the alternatives of Verdict: the one place that knows them all.
inline constexpr std::array<VerdictTraits, std::variant_size_v<Verdict>> all_verdicts{{
    {VerdictKind::Holds, "holds", 2, true},
    {VerdictKind::Doubtful, "doubtful", 4, true},
    {VerdictKind::Violated, "violated", 5, true},
    {VerdictKind::Faulted, "faulted", 6, true},
    {VerdictKind::NoEvidence, "no evidence", 1, false},
    {VerdictKind::NotApplicable, "not applicable", 0, false},
    {VerdictKind::GaveUp, "gave up", 3, false},
}};

/// Whether table, enumeration and variant agree, and the weights are 0, 1, 2 ... in some order.
consteval bool verdicts_agree() {
  std::uint64_t weights = 0;
  for (const VerdictTraits& traits : all_verdicts) weights |= std::uint64_t{1} << traits.weight;
  const auto agrees = []<std::size_t... n>(std::index_sequence<n...>) {
    return ((std::variant_alternative_t<n, Verdict>::verdict == all_verdicts[n].kind &&
             all_verdicts[n].kind == static_cast<VerdictKind>(n)) &&
            ...);
  };
  return agrees(std::make_index_sequence<all_verdicts.size()>()) &&
         weights == (std::uint64_t{1} << all_verdicts.size()) - 1;
}
static_assert(verdicts_agree());

inline VerdictKind kind_of(const Verdict& verdict) { return static_cast<VerdictKind>(verdict.index()); }
constexpr const VerdictTraits& traits_of(VerdictKind kind) { return all_verdicts[static_cast<std::size_t>(kind)]; }
constexpr std::string_view name_of(VerdictKind kind) { return traits_of(kind).word; }

/// holds, doubtful, violated, faulted, no evidence, not applicable, gave up.
std::string name_of(const Verdict& verdict);
/// The reason in one line; empty for holds.
std::string reason_of(const Verdict& verdict);
bool is_bad(const Verdict& verdict);  ///< violated or faulted

}  // namespace assay::properties
