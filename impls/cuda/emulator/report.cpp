// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/report.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "impls/cuda/emulator/machine.hpp"

namespace assay::emulator {
namespace {

constexpr std::size_t most_reports = 16;

/// How far a finding follows from others: a barrier that not all reach orders nothing, so that races come of it, and a
/// value that is not there yet is what a race looks like from one side.
int consequence(Kind kind) {
  if (kind == Kind::DivergentBarrier || kind == Kind::ExitedBeforeBarrier) return 0;
  return kind == Kind::UninitialisedShared ? 2 : 1;
}

}  // namespace

const char* to_text(Kind kind) {
  switch (kind) {
    case Kind::SharedRace: return "shared race";
    case Kind::GlobalRace: return "global race";
    case Kind::SharedOutOfBounds: return "shared out of bounds";
    case Kind::GlobalOutOfBounds: return "global out of bounds";
    case Kind::ArrayOutOfBounds: return "array out of bounds";
    case Kind::UninitialisedShared: return "uninitialised shared";
    case Kind::ShuffleMask: return "shuffle mask";
    case Kind::DivergentBarrier: return "divergent barrier";
    case Kind::ExitedBeforeBarrier: return "exited before barrier";
    case Kind::CarveMismatch: return "carve mismatch";
    case Kind::MisalignedAccess: return "misaligned access";
    case Kind::PendingCopyRead: return "pending copy read";
    case Kind::NoProgress: return "no progress";
  }
  return "";
}

std::string to_text(const Site& site) {
  if (!site.file) return "an unknown place";
  std::string_view path(site.file);
  const std::size_t name = path.rfind('/');
  const std::size_t folder = name == std::string_view::npos || name == 0 ? name : path.rfind('/', name - 1);
  if (folder != std::string_view::npos) path.remove_prefix(folder + 1);
  return std::string(path) + ":" + std::to_string(site.line);
}

std::string to_text(const Site& site, const Site& other) {
  std::string text = to_text(site);
  if (site == other || text != to_text(other)) return text;
  return text + " column " + std::to_string(site.column) + (site.column == other.column ? " (a macro)" : "");
}

std::string Outcome::text() const {
  if (!refused.empty()) return refused;
  if (reports.empty()) return "";
  const std::size_t more = reports.size() - 1;
  return std::ranges::min(reports, {}, [](const Report& r) { return consequence(r.kind); }).text +
         (more == 0 ? "" : " (and " + std::to_string(more) + " more)");
}

std::string who(const Thread& t) {
  const auto number = [](unsigned n) { return std::to_string(n); };
  return "thread " + number(t.number) + " (warp " + number(t.warp) + " lane " + number(t.lane) + ") of block (" +
         number(blockIdx.x) + "," + number(blockIdx.y) + "," + number(blockIdx.z) + ")";
}

bool is_reported(Kind kind, Site site) {
  return std::ranges::any_of(machine().reported,
                             [&](const auto& known) { return known.first == kind && known.second == site; });
}

void report(Kind kind, Site site, const std::string& text) {
  Machine& m = machine();
  if (is_reported(kind, site) || m.outcome.reports.size() == most_reports) return;
  m.reported.push_back({kind, site});
  m.outcome.reports.push_back({kind, std::string(to_text(kind)) + ": " + text});
}

}  // namespace assay::emulator
