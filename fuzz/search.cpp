// SPDX-License-Identifier: Apache-2.0
#include "fuzz/search.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>
#include <variant>

#include "fuzz/corpus.hpp"
#include "fuzz/mutate.hpp"
#include "fuzz/shrink.hpp"
#include "properties/call.hpp"
#include "properties/property.hpp"
#include "reference/model/contract.hpp"

namespace assay::fuzz {
namespace {

using properties::CaseLimits;
using properties::Draw;

/// A case on its way through the search.
struct Candidate {
  Origin origin = Origin::Random;
  std::uint64_t index = 0;
  Case the_case;
};

/// The cases that came closest to their bound, largest first.
class Pool {
 public:
  void offer(const Case& the_case, double objective) {
    constexpr std::size_t size_max = 16;
    if (objective <= 0) return;
    const auto place = std::find_if(best_.begin(), best_.end(), [&](const auto& e) { return e.first < objective; });
    best_.insert(place, {objective, the_case});
    if (best_.size() > size_max) best_.pop_back();
  }
  bool empty() const { return best_.empty(); }
  const Case& pick(Draw& draw) const { return draw.pick(best_).second; }

 private:
  std::vector<std::pair<double, Case>> best_;
};

std::vector<std::string> dtypes_taken(const impls::Kernel& kernel) {
  std::vector<std::string> names;
  for (const FloatFormat& format : all_dtypes()) {
    if (kernel.supports(plain_problem({}, format.name))) names.emplace_back(format.name);
  }
  return names;
}

class Search {
 public:
  Search(const Subject& subject, const SearchOptions& options, const Sink& sink)
      : subject_(subject),
        options_(options),
        sink_(sink),
        limits_(options.limits) {
    if (limits_.dtypes.empty()) limits_.dtypes = dtypes_taken(*subject.kernel);
  }

  SearchSummary run() {
    replay_corpus();
    for (std::uint64_t n = 0; !finished(n); ++n) {
      const Candidate candidate = draw_candidate(options_.first_index + n);
      ++summary_.cases;
      try_candidate(candidate, property_in_turn(candidate.index));
    }
    summary_.seconds = elapsed();
    return summary_;
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  bool finished(std::uint64_t cases) {
    if (summary_.findings >= static_cast<std::uint64_t>(options_.findings_max)) return true;
    if (options_.cases && cases >= *options_.cases) return true;
    if (options_.stop && *options_.stop) return true;
    summary_.ended_by_clock = options_.seconds && elapsed() >= *options_.seconds;
    return summary_.ended_by_clock;
  }

  void replay_corpus() {
    if (!options_.corpus) return;
    std::uint64_t number = 0;
    for (const CorpusEntry& entry : read_corpus(*options_.corpus)) {
      ++summary_.replayed;
      try_candidate({Origin::Corpus, number++, entry.the_case}, entry.check);
    }
  }

  Candidate draw_candidate(std::uint64_t index) const {
    Case fresh = properties::random_case(options_.seed, index, limits_);
    constexpr std::uint64_t other_decisions = 0x636c696d62;  // a stream apart from the one that drew the case
    Draw draw(options_.seed ^ other_decisions, index);
    if (pool_.empty() || !draw.chance(options_.climb_percent)) return {Origin::Random, index, std::move(fresh)};
    const Case& parent = pool_.pick(draw);
    return {Origin::Mutated, index, mutate(parent, fresh, limits_, draw)};
  }

  static std::string property_in_turn(std::uint64_t index) {
    const auto& list = properties::all_properties();
    return list.empty() ? reference_check : std::string(list[index % list.size()].name);
  }

  void try_candidate(const Candidate& candidate, const std::string& other_check) {
    const impls::Support support = subject_.kernel->supports(candidate.the_case.problem);
    if (!support) {
      ++summary_.refusals[support.refusal];
      return;
    }
    ++summary_.judged;
    const bool clean = record(candidate, try_case(subject_, candidate.the_case, reference_check));
    // What the reference refutes needs no second witness.
    if (clean && other_check != reference_check) record(candidate, try_case(subject_, candidate.the_case, other_check));
  }

  /// True when nothing was found.
  bool record(const Candidate& candidate, const Trial& trial) {
    ++summary_.verdicts[trial.check + " " + properties::name_of(trial.verdict)];
    if (sink_.outcome) sink_.outcome({candidate.origin, candidate.index, to_text(candidate.the_case), trial});
    if (properties::is_bad(trial.verdict)) {
      report(candidate, trial);
      return false;
    }
    if (std::holds_alternative<properties::Holds>(trial.verdict)) climb(candidate.the_case, trial.objective);
    return true;
  }

  void climb(const Case& the_case, double objective) {
    pool_.offer(the_case, objective);
    if (objective <= summary_.objective_max) return;
    summary_.objective_max = objective;
    summary_.objective_line = to_text(the_case);
  }

  void report(const Candidate& candidate, const Trial& trial) {
    if (!kinds_.insert({trial.check, properties::name_of(trial.verdict)}).second) return;
    const auto again = [&](const Case& smaller) { return try_case(subject_, smaller, trial.check); };
    const Shrunk shrunk = shrink(candidate.the_case, trial, again, options_.shrink_evaluations_max);
    ++summary_.findings;
    if (!sink_.finding) return;
    const std::string before = named(candidate.the_case, trial).suspect;
    properties::Naming now = named(shrunk.smallest, shrunk.trial);
    sink_.finding({.kernel = subject_.kernel->name(),
                   .check = trial.check,
                   .verdict = shrunk.trial.verdict,
                   .origin = candidate.origin,
                   .seed = options_.seed,
                   .index = candidate.index,
                   .original_line = to_text(candidate.the_case),
                   .shrunk_line = to_text(shrunk.smallest),
                   .evaluations = shrunk.evaluations,
                   .suspect_before = before == now.suspect ? "" : before,
                   .named = std::move(now),
                   .smallest = shrunk.complete});
  }

  properties::Naming named(const Case& failing, const Trial& trial) const {
    if (trial.check != reference_check || !std::holds_alternative<properties::Violated>(trial.verdict)) return {};
    const properties::Requirement judged =
        properties::requirement_of(*subject_.kernel, failing.problem, subject_.required);
    return properties::name_failure(*subject_.kernel, failing, judged.arithmetic);
  }

  const Subject& subject_;
  const SearchOptions& options_;
  const Sink& sink_;
  CaseLimits limits_;
  Pool pool_;
  std::set<std::pair<std::string, std::string>> kinds_;  ///< check and verdict of what was found
  SearchSummary summary_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

SearchSummary search(const Subject& subject, const SearchOptions& options, const Sink& sink) {
  if (!options.cases && !options.seconds) throw UsageError("fuzz: no budget; give a number of cases or of seconds");
  return Search(subject, options, sink).run();
}

}  // namespace assay::fuzz
