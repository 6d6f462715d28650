// SPDX-License-Identifier: Apache-2.0
#include "properties/verdict.hpp"

#include <fmt/format.h>

namespace assay::properties {
namespace {

struct Words {
  std::string name;
  std::string reason;
};

struct ToWords {
  Words operator()(const Holds&) const { return {"holds", ""}; }
  Words operator()(const Doubtful& v) const {
    return {"doubtful", fmt::format("{} (probability {:.2g})", v.why, v.probability)};
  }
  Words operator()(const Violated& v) const { return {"violated", v.evidence.what}; }
  Words operator()(const Faulted& v) const { return {"faulted", v.where.empty() ? v.kind : v.kind + ": " + v.where}; }
  Words operator()(const NoEvidence& v) const { return {"no evidence", v.why}; }
  Words operator()(const NotApplicable& v) const { return {"not applicable", v.reason}; }
  Words operator()(const GaveUp& v) const {
    return {"gave up", v.enclosure.empty() ? v.reason : v.reason + ": " + v.enclosure};
  }
};

}  // namespace

std::string name_of(const Verdict& verdict) { return std::visit(ToWords{}, verdict).name; }
std::string reason_of(const Verdict& verdict) { return std::visit(ToWords{}, verdict).reason; }
bool is_bad(const Verdict& verdict) {
  return std::holds_alternative<Violated>(verdict) || std::holds_alternative<Faulted>(verdict);
}

}  // namespace assay::properties
