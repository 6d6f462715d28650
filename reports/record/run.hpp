// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "impls/provenance.hpp"
#include "properties/arithmetic_source.hpp"
#include "properties/check_name.hpp"
#include "properties/diagnosis/naming.hpp"
#include "properties/judge/statistics.hpp"
#include "properties/verdict.hpp"
#include "reference/model/word_table.hpp"
#include "reports/record/origin.hpp"

namespace assay::reports {

using properties::ArithmeticSource;
using properties::ErrorStatistics;
using properties::Evidence;
using properties::FaultKind;
using properties::Verdict;
using properties::VerdictKind;

/// The machine and the build that a run happened on.
struct Environment {
  std::string assay;      ///< version
  std::string compiler;   ///< name and version that built Assay
  std::string cpu;        ///< model name
  std::string os;         ///< kernel and release
  int cores = 0;          ///< hardware threads
  std::string isolation;  ///< how kernels were kept apart from the judge, and which protection was lost
  std::string date;       ///< UTC, ISO 8601; empty in approved samples
};

/// How often each verdict was given.
class Counts {
 public:
  std::int64_t& operator[](VerdictKind kind) { return of_[static_cast<std::size_t>(kind)]; }
  std::int64_t operator[](VerdictKind kind) const { return of_[static_cast<std::size_t>(kind)]; }
  std::int64_t total() const;
  std::int64_t holds() const { return (*this)[VerdictKind::Holds]; }
  std::int64_t doubtful() const { return (*this)[VerdictKind::Doubtful]; }
  std::int64_t violated() const { return (*this)[VerdictKind::Violated]; }
  std::int64_t faulted() const { return (*this)[VerdictKind::Faulted]; }
  std::int64_t no_evidence() const { return (*this)[VerdictKind::NoEvidence]; }
  std::int64_t not_applicable() const { return (*this)[VerdictKind::NotApplicable]; }
  std::int64_t gave_up() const { return (*this)[VerdictKind::GaveUp]; }
  std::int64_t bad() const { return violated() + faulted(); }
  void add(const Verdict& verdict) { ++(*this)[properties::kind_of(verdict)]; }
  void merge(const Counts& other);
  bool operator==(const Counts&) const = default;

 private:
  std::array<std::int64_t, properties::all_verdicts.size()> of_{};
};

/// One arithmetic that a kernel was judged against, and why that one.
struct JudgedArithmetic {
  std::string arithmetic;  ///< its line
  ArithmeticSource source{};
  std::vector<std::string> weaker{};  ///< fields in which a declaration allows more than the preset of its dtype
  std::int64_t cases = 0;
  bool operator==(const JudgedArithmetic&) const = default;
};

/// An element close to (or beyond) what is allowed, and the case it comes from.
struct WorstElement {
  Origin origin{};
  std::string line{};
  Evidence evidence{};
};

/// What a run knows of a kernel beside its outcomes.
struct KernelRecord {
  std::string name;
  std::string description;
  std::vector<JudgedArithmetic> arithmetics{};
  std::vector<std::string> conventions{};  ///< of the problems judged, each once
  std::vector<WorstElement> worst{};       ///< largest error over allowed, largest first, at most worst_kept
  impls::Provenance library{};             ///< what a library says of itself (build: see backend.hpp); empty: built in
  std::string device_record{};  ///< "2026-12-01, NVIDIA H200": where it is known to have run on a GPU; empty: nowhere
  static constexpr std::size_t worst_kept = 8;
};

/// One check of one kernel on one case.
struct Outcome {
  std::string kernel;
  std::string check;  ///< reference_check or the name of a property
  Origin origin{};
  std::string line;  ///< the case, rebuilt by `assay replay`; for inputs from a file the problem alone
  Verdict verdict;
  ErrorStatistics out{};
  ErrorStatistics lse{};
  double milliseconds = 0;
  std::string power{};         ///< what this case could not have shown
  std::string again{};         ///< the command that repeats it, where origin, line and kernel do not say it
  properties::Naming named{};  ///< of the first few failures of a kernel: what explains them
};

/// A violation shrunk to its smallest case.
struct Finding {
  std::string kernel;
  std::string check;
  std::string line;              ///< the smallest case
  std::string original;          ///< the case that it was shrunk from
  Verdict verdict;               ///< on the smallest case
  std::string again{};           ///< the command that repeats it, where line and kernel do not say it
  properties::Naming named{};    ///< what explains the smallest case; empty: not asked
  std::string suspect_before{};  ///< which explains the original case, where it is not the one of the smallest
};

/// Cases that were judged but not kept one by one (fuzzing).
struct Sweep {
  std::string kernel;
  std::uint64_t seed = 0;
  Counts counts{};
  double milliseconds = 0;
};

/// Something that was left out, and why.
struct Uncovered {
  enum class Kind { Cases, Dtype, Fault, Kernel, Output, Problem, Properties, Property };
  static constexpr std::array<Word<Kind>, 8> kind_words{{
      {"cases", Kind::Cases},
      {"dtype", Kind::Dtype},
      {"fault", Kind::Fault},
      {"kernel", Kind::Kernel},
      {"output", Kind::Output},
      {"problem", Kind::Problem},
      {"properties", Kind::Properties},
      {"property", Kind::Property},
  }};
  Kind what{};
  std::string name{};
  std::string reason{};
  std::int64_t count = 1;
  /// A kernel refused it.
  bool is_refusal() const { return reason.starts_with("refused"); }
};
static_assert(is_complete(Uncovered::kind_words, Uncovered::Kind::Property));
std::string_view name_of(Uncovered::Kind kind);

/// A deliberately wrong kernel of the catalogue and the checks that were measured to see it, when the matrix of this
/// build was.
struct PlantedFault {
  std::string name;    ///< without "fault/"
  std::string broken;  ///< what is wrong, in one line
  /// Of the cases of a suite that it takes, those on which the comparison with the reference kills it.
  struct Suite {
    std::string name;
    std::int64_t killed = 0;
    std::int64_t cases = 0;
  };
  std::vector<Suite> suites;
  std::vector<std::string> properties;  ///< that kill it
};

/// A rule that accepts kernels, Assay's own or one in use elsewhere, and what it was measured to find.
struct ComparedRule {
  std::string name;
  std::string claim;  ///< the rule in a formula; empty for Assay
  struct Measured {
    std::string formats;  ///< "fp32, fp16, bf16"
    std::int64_t found = 0;
    std::int64_t manifest = 0;  ///< runs whose fault shows, of which so many are found
    std::int64_t alarms = 0;
    std::int64_t runs = 0;  ///< of honest kernels, of which so many are rejected
  };
  std::vector<Measured> measured;
};

/// The record of everything that happened; every report is a view of it. A value.
struct Run {
  static constexpr int schema_version = 1;
  Environment environment;
  std::string command;
  std::uint64_t seed = 0;
  bool strict = false;
  bool interrupted = false;
  double milliseconds = 0;
  std::vector<KernelRecord> kernels;
  std::vector<Outcome> outcomes;
  std::vector<Finding> findings;
  std::vector<Sweep> sweeps;
  std::vector<Uncovered> uncovered;
  std::vector<PlantedFault> catalogue{};  ///< why a pass means something; empty: not told
  std::vector<ComparedRule> rules{};      ///< beside which other rules; empty: not told
  std::string rules_command{};            ///< what measured them
};

/// Over all outcomes and sweeps.
Counts totals(const Run& run);

/// 130 interrupted; 1 for anything violated or faulted, doubtful under strict, or nothing that holds; else 0.
int exit_code(const Run& run);

/// The command that repeats an outcome from any folder.
std::string replay_command(const Outcome& outcome);
std::string replay_command(const Finding& finding);

/// Keep an element among the kernel's worst ones.
void keep_worst(KernelRecord& kernel, const WorstElement& element);

}  // namespace assay::reports
