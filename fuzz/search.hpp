// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/finding.hpp"
#include "fuzz/trial.hpp"
#include "properties/cases/generate.hpp"

namespace assay::fuzz {

struct SearchOptions {
  std::uint64_t seed = 1;
  std::uint64_t first_index = 0;                ///< shards of one campaign differ in this alone
  std::optional<std::uint64_t> cases;           ///< stop after so many indices
  std::optional<double> seconds;                ///< stop at the first case after so long; one of the two is set
  std::optional<std::filesystem::path> corpus;  ///< folder replayed first
  int climb_percent = 25;                       ///< share of cases that mutate one with a large error over bound
  int findings_max = 1;                         ///< stop after so many different findings
  int shrink_evaluations_max = 4000;
  properties::CaseLimits limits;            ///< dtypes empty: those that the kernel takes
  const std::atomic<bool>* stop = nullptr;  ///< once true, no further case is begun
};

/// One case of a search, judged.
struct Outcome {
  Origin origin = Origin::Random;
  std::uint64_t index = 0;
  std::string line;
  Trial trial;
};

/// Where results go as they happen; either may be empty.
struct Sink {
  std::function<void(const Outcome&)> outcome;
  std::function<void(const Finding&)> finding;
};

struct SearchSummary {
  std::uint64_t cases = 0;                        ///< indices tried, corpus not counted
  std::uint64_t replayed = 0;                     ///< cases of the corpus
  std::uint64_t judged = 0;                       ///< cases (corpus counted) that the kernel took
  std::map<std::string, std::uint64_t> verdicts;  ///< trials by check and verdict: "reference holds"
  std::map<std::string, std::uint64_t> refusals;  ///< cases that the kernel refused, by its reason
  std::uint64_t findings = 0;
  double objective_max = 0;    ///< largest error over bound among the cases that hold
  std::string objective_line;  ///< the case it was seen on
  double seconds = 0;
  /// The clock ended the search: how many cases were tried depends on the machine. The cases themselves, the
  /// findings and their shrinking never do.
  bool ended_by_clock = false;
};

/// Attack a kernel: the corpus, then case after case. Every case is compared with the reference, and with one
/// property in turn. A failure is shrunk and handed to the sink; further failures of the same check and verdict
/// are counted only. Deterministic for a deterministic kernel apart from `ended_by_clock`.
SearchSummary search(const Subject& subject, const SearchOptions& options, const Sink& sink);

}  // namespace assay::fuzz
