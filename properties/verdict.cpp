// SPDX-License-Identifier: Apache-2.0
#include "properties/verdict.hpp"

#include <fmt/format.h>

namespace assay::properties {
namespace {

struct Reason {
  std::string operator()(const Holds&) const { return ""; }
  std::string operator()(const Doubtful& v) const {
    return fmt::format("{} (probability {:.2g})", v.why, v.probability);
  }
  std::string operator()(const Violated& v) const { return v.evidence.what; }
  std::string operator()(const Faulted& v) const { return with_detail(std::string(name_of(v.kind)), v.where); }
  std::string operator()(const NoEvidence& v) const { return v.why; }
  std::string operator()(const NotApplicable& v) const { return v.reason; }
  std::string operator()(const GaveUp& v) const { return with_detail(v.reason, v.enclosure); }

 private:
  static std::string with_detail(const std::string& text, const std::string& detail) {
    return detail.empty() ? text : text + ": " + detail;
  }
};

}  // namespace

std::string name_of(const Verdict& verdict) { return std::string(name_of(kind_of(verdict))); }
std::string reason_of(const Verdict& verdict) { return std::visit(Reason{}, verdict); }
bool is_bad(const Verdict& verdict) {
  return std::holds_alternative<Violated>(verdict) || std::holds_alternative<Faulted>(verdict);
}

}  // namespace assay::properties
