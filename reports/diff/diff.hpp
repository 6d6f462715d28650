// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "reports/record/run.hpp"

namespace assay::reports {

/// What became of a verdict. Worse: from holds to anything else (evidence was lost), from silence (no evidence, not
/// applicable, gave up) to a doubt or a failure, or further along holds, doubtful, violated, faulted. Better: the
/// reverse, except that a failure which fell silent is Other, as is one kind of silence for another.
enum class Change { Same, Better, Worse, Other };
Change change_of(const Verdict& before, const Verdict& after);
std::string_view name_of(Change change);

/// A text of the record that two runs, or two kernels, do not share.
struct Differing {
  std::string what;
  std::string before;
  std::string after;
};

/// One check of one case in both runs.
struct OutcomePair {
  const Outcome* before = nullptr;
  const Outcome* after = nullptr;
  Change change = Change::Same;
  /// Largest error over allowed, of out and lse, after less before.
  double growth() const;
};

/// A kernel in both runs: of the same name, else libraries whose names without the backend are the same.
struct KernelPair {
  const KernelRecord* before = nullptr;
  const KernelRecord* after = nullptr;
  std::vector<Differing> differing;
  std::vector<OutcomePair> outcomes;  ///< every check and case that both have, in the order of the second run
  std::vector<const Outcome*> only_before;
  std::vector<const Outcome*> only_after;
  std::vector<const Finding*> new_findings;
  std::vector<const Finding*> gone_findings;
  std::int64_t count(Change change) const;
  /// Pairs in which a kernel's numbers differ: another worst error, mean or bias. Largest growth first.
  std::vector<const OutcomePair*> moved() const;
};

/// Two runs, case by case and kernel by kernel. Points into both, which must outlive it.
struct RunDiff {
  std::string before;  ///< what the runs are called: the files that they were read from
  std::string after;
  std::vector<Differing> differing;
  std::vector<KernelPair> kernels;
  std::vector<const KernelRecord*> only_before;
  std::vector<const KernelRecord*> only_after;
  bool strict = false;  ///< what only one run has fails as well
};
RunDiff diff(const Run& before, const Run& after);

/// 1 where a verdict got worse, a finding is new, nothing was compared, or strict finds something in one run only;
/// else 0.
int exit_code(const RunDiff& diff);

/// For a person: what differs, counts, the verdicts that changed and the errors that grew most.
void write_diff_text(const RunDiff& diff, std::ostream& out);

/// All of it as one JSON object.
void write_diff_json(const RunDiff& diff, std::ostream& out);

}  // namespace assay::reports
