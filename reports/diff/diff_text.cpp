// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>

#include "reports/diff/diff.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t shown_most = 5;  // of one kind and kernel; the JSON has them all
constexpr std::size_t line_most = 90;  // of both sides of a difference

std::string plural(std::int64_t n, const char* what) { return grouped(n) + " " + what + (n == 1 ? "" : "s"); }

void write_differing(const std::vector<Differing>& list, const std::string& indent, std::ostream& out) {
  std::size_t width = 0;
  for (const Differing& d : list) width = std::max(width, d.what.size());
  for (const Differing& d : list) {
    const std::string before = readable(d.before.empty() ? "(nothing)" : d.before);
    const std::string after = readable(d.after.empty() ? "(nothing)" : d.after);
    const bool fits = before.size() + after.size() <= line_most;
    out << indent << d.what << std::string(width - d.what.size() + 2, ' ') << before
        << (fits ? " " : "\n" + (indent + std::string(width + 2, ' '))) << "-> " << after << "\n";
  }
}

void write_rest(std::size_t all, const char* indent, std::ostream& out) {
  if (all > shown_most) out << indent << "and " << grouped(static_cast<std::int64_t>(all - shown_most)) << " more\n";
}

std::string told(const Verdict& verdict) {
  const std::string reason = properties::reason_of(verdict);
  return properties::name_of(verdict) + (reason.empty() ? "" : ": " + readable(reason));
}

void write_changed(const KernelPair& pair, Change change, std::ostream& out) {
  std::size_t shown = 0;
  for (const OutcomePair& o : pair.outcomes) {
    if (o.change != change || ++shown > shown_most) continue;
    out << "  " << name_of(change) << "  " << readable(o.after->check) << "  " << properties::name_of(o.before->verdict)
        << " -> " << told(o.after->verdict) << "\n      "
        << replay_command(change == Change::Better ? *o.before : *o.after) << "\n";
  }
  write_rest(shown, "      ", out);
}

void write_pair_of_numbers(double before, double after, std::ostream& out) {
  out << number(before) << " -> " << number(after);
}

void write_errors(const KernelPair& pair, std::ostream& out) {
  ErrorStatistics before, after;
  for (const OutcomePair& o : pair.outcomes) {
    for (const ErrorStatistics& s : {o.before->out, o.before->lse}) before.merge(s);
    for (const ErrorStatistics& s : {o.after->out, o.after->lse}) after.merge(s);
  }
  if (before.elements + after.elements == 0) return;
  const auto moved = pair.moved();
  out << "  errors: worst ";
  write_pair_of_numbers(before.ulp_max, after.ulp_max, out);
  out << " ulps, ";
  write_pair_of_numbers(before.ratio_max, after.ratio_max, out);
  out << " of what is allowed; other numbers in " << grouped(static_cast<std::int64_t>(moved.size())) << " of "
      << plural(static_cast<std::int64_t>(pair.outcomes.size()), "check") << "\n";
  std::size_t grown = 0;
  for (const OutcomePair* o : moved) {
    if (!(o->growth() > 0) || ++grown > shown_most) continue;
    out << "    error/bound ";
    write_pair_of_numbers(std::max(o->before->out.ratio_max, o->before->lse.ratio_max),
                          std::max(o->after->out.ratio_max, o->after->lse.ratio_max), out);
    out << ", ulps ";
    write_pair_of_numbers(o->before->out.ulp_max, o->after->out.ulp_max, out);
    out << "  " << readable(o->after->line) << "\n";
  }
  write_rest(grown, "    ", out);
}

void write_lonely(const std::vector<const Outcome*>& list, const char* where, std::ostream& out) {
  if (list.empty()) return;
  out << "  only in the " << where << ": " << plural(static_cast<std::int64_t>(list.size()), "check") << "\n";
  for (std::size_t n = 0; n < std::min(list.size(), shown_most); ++n)
    out << "    " << readable(list[n]->check) << "  " << properties::name_of(list[n]->verdict) << "  "
        << readable(list[n]->line) << "\n";
  write_rest(list.size(), "    ", out);
}

void write_findings(const std::vector<const Finding*>& list, const char* which, std::ostream& out) {
  for (std::size_t n = 0; n < std::min(list.size(), shown_most); ++n)
    out << "  " << which << "  " << readable(list[n]->check) << "  " << told(list[n]->verdict) << "\n      "
        << replay_command(*list[n]) << "\n";
  write_rest(list.size(), "  ", out);
}

void write_pair(const KernelPair& pair, std::ostream& out) {
  out << "\n" << readable(pair.before->name);
  if (pair.before->name != pair.after->name) out << " -> " << readable(pair.after->name);
  out << "\n";
  write_differing(pair.differing, "  ", out);
  out << "  " << plural(static_cast<std::int64_t>(pair.outcomes.size()), "check")
      << " in both: " << grouped(pair.count(Change::Same)) << " same, " << grouped(pair.count(Change::Worse))
      << " worse, " << grouped(pair.count(Change::Better)) << " better, " << grouped(pair.count(Change::Other))
      << " other\n";
  write_errors(pair, out);
  for (const Change change : {Change::Worse, Change::Other, Change::Better}) write_changed(pair, change, out);
  write_findings(pair.new_findings, "new finding", out);
  write_findings(pair.gone_findings, "finding gone", out);
  write_lonely(pair.only_before, "first", out);
  write_lonely(pair.only_after, "second", out);
}

std::string conclusion(const RunDiff& diff) {
  std::int64_t compared = 0, worse = 0, changed = 0, found = 0;
  for (const KernelPair& pair : diff.kernels) {
    compared += static_cast<std::int64_t>(pair.outcomes.size());
    worse += pair.count(Change::Worse);
    changed += pair.count(Change::Better) + pair.count(Change::Other);
    found += static_cast<std::int64_t>(pair.new_findings.size());
  }
  if (worse + found > 0)
    return "WORSE: " + plural(worse, "verdict") + " of " + grouped(compared) + " got worse" +
           (found ? ", " + plural(found, "new finding") : "");
  if (compared == 0) return "NOTHING IN COMMON: no kernel was asked the same in both runs";
  if (exit_code(diff) != 0) return "NOT THE SAME CASES: a run has what the other has not, and --strict was asked for";
  if (changed > 0)
    return "CHANGED: " + plural(changed, "verdict") + " of " + grouped(compared) + ", none for the worse";
  return "SAME: all of " + plural(compared, "verdict");
}

}  // namespace

void write_diff_text(const RunDiff& diff, std::ostream& out) {
  out << "first   " << readable(diff.before) << "\nsecond  " << readable(diff.after) << "\n";
  if (!diff.differing.empty()) out << "\nThe runs differ in\n";
  write_differing(diff.differing, "  ", out);
  for (const KernelPair& pair : diff.kernels) write_pair(pair, out);
  const auto lonely = [&](const std::vector<const KernelRecord*>& kernels, const char* where) {
    if (!kernels.empty()) out << "\nKernels only in the " << where << "\n";
    for (const KernelRecord* kernel : kernels) out << "  " << readable(kernel->name) << "\n";
  };
  lonely(diff.only_before, "first");
  lonely(diff.only_after, "second");
  out << "\n" << conclusion(diff) << "\n";
}

}  // namespace assay::reports
