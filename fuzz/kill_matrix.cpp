// SPDX-License-Identifier: Apache-2.0
// assay_kill_matrix [FAULT...]: who kills which fault, as the lines of properties/kill_matrix.txt. The comparison with
// the reference runs on every case of both suites; a property on the fault's own case and on cases of `quick` until it
// kills the fault, or has had its say on a dozen; one that the fault names until it kills it, on both suites.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "impls/registry.hpp"
#include "properties/fault_effect.hpp"
#include "properties/property.hpp"
#include "properties/suite.hpp"

namespace {

using namespace assay;

/// What one killer did to one fault in one suite.
struct Kills {
  std::int64_t cases = 0;   ///< that the fault takes and the killer says something about
  std::int64_t killed = 0;
  std::int64_t shows = 0;   ///< reference only: cases on which the fault is manifest
  std::int64_t first = 0;   ///< number of the first case killed, from 1
  std::int64_t twins = 0;   ///< honest twins killed: must be none

  void merge(const Kills& o) {
    if (o.first && (!first || o.first < first)) first = o.first;
    cases += o.cases, killed += o.killed, shows += o.shows, twins += o.twins;
  }
};

/// By fault, killer, suite.
using Matrix = std::map<std::array<std::string, 3>, Kills>;

/// twin: what the same comparison says of the honest twin.
void compare(const impls::Fault& fault, properties::FaultsOnCase& faults, std::int64_t number, Kills& kills,
             Kills& twin) {
  const auto showing = faults.show(fault);
  if (!showing) return;
  Kills here{.cases = 1};
  here.killed = properties::is_bad(showing->judged.verdict);
  here.shows = showing->effect == properties::Effect::Manifest;
  here.first = here.killed ? number : 0;
  here.twins = properties::is_bad(showing->twin_judged.verdict);
  kills.merge(here);
  twin.merge({.cases = 1, .killed = here.twins, .first = here.twins ? number : 0});
}

void check(const impls::Fault& fault, const properties::Property& property, const properties::Call& call,
           std::int64_t number, Kills& kills) {
  const properties::Verdict verdict = properties::check(property, *fault.kernel, call);
  if (std::holds_alternative<properties::NotApplicable>(verdict)) return;
  Kills here{.cases = 1};
  here.killed = properties::is_bad(verdict);
  here.first = here.killed ? number : 0;
  if (here.killed)
    here.twins = properties::is_bad(properties::check(property, *impls::find_kernel(fault.honest_twin), call));
  kills.merge(here);
}

/// One case and the faults that meet it; number 0: a fault's own case.
struct Job {
  std::string suite;
  std::int64_t number;
  Case the_case;
  std::vector<const impls::Fault*> faults;
};

/// What properties had to say of a fault so far, over all threads.
class Patience {
 public:
  bool ended(const std::string& fault, std::string_view property, bool named) {
    const std::lock_guard lock(mutex_);
    const auto found = kills_.find({fault, std::string(property)});
    return found != kills_.end() && (found->second.killed > 0 || (!named && found->second.cases >= 12));
  }
  void add(const std::string& fault, std::string_view property, const Kills& kills) {
    const std::lock_guard lock(mutex_);
    kills_[{fault, std::string(property)}].merge(kills);
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, Kills> kills_;
};

void run_job(const Job& job, Matrix& matrix, Patience& patience) {
  const properties::Call call = properties::make_call(job.the_case);
  properties::CaseReference reference(call.problem, call.inputs);
  properties::FaultsOnCase faults(reference);
  for (const impls::Fault* fault : job.faults) {
    const std::string name = stem(*fault);
    if (!fault->kernel->supports(call.problem)) continue;
    compare(*fault, faults, job.number, matrix[{name, "reference", job.suite}], matrix[{name, "twin", job.suite}]);
    for (const properties::Property& property : properties::all_properties()) {
      const bool named = std::ranges::count(fault->killers, property.name) > 0;
      if ((job.suite == "standard" && !named) || patience.ended(name, property.name, named)) continue;
      Kills kills;
      check(*fault, property, call, job.number, kills);
      patience.add(name, property.name, kills);
      matrix[{name, std::string(property.name), job.suite}].merge(kills);
    }
  }
}

/// Names without "fault/"; none: every fault.
std::vector<Job> all_jobs(const std::vector<std::string>& names) {
  std::vector<const impls::Fault*> everyone;
  std::vector<Job> jobs;
  for (const impls::Fault& fault : impls::all_faults()) {
    if (!names.empty() && !std::ranges::count(names, stem(fault))) continue;
    everyone.push_back(&fault);
    jobs.push_back({"own", 1, impls::trigger_case(fault.inside), {&fault}});
  }
  for (const std::string suite : {"quick", "standard"}) {
    std::int64_t number = 0;
    for (const Case& the_case : properties::find_suite(suite).cases)
      jobs.push_back({suite, ++number, the_case, everyone});
  }
  return jobs;
}

void print(const Matrix& matrix) {
  fmt::print("# Who kills which fault. Written by assay_kill_matrix; see fuzz/README.md.\n"
             "# fault killer suite: cases, manifest, killed, first case killed; killer twin: the comparison of the "
             "honest twin\n");
  for (const auto& [key, kills] : matrix) {
    if (kills.killed > 0 || key[1] == "reference" || key[1] == "twin")
      fmt::print("{} {} {} {} {} {} {}\n", key[0], key[1], key[2], kills.cases,
                 kills.shows, kills.killed, kills.first);
    if (kills.twins > 0) fmt::print(stderr, "{} {} {}: {} honest twins killed\n", key[0], key[1], key[2], kills.twins);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<Job> jobs = all_jobs({argv + 1, argv + argc});
  std::atomic<std::size_t> next{0};
  Patience patience;
  std::vector<Matrix> parts(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::jthread> threads;
  for (Matrix& part : parts)
    threads.emplace_back([&] {
      for (std::size_t mine; (mine = next++) < jobs.size();) {
        run_job(jobs[mine], part, patience);
        if (mine % 20 == 0) fmt::print(stderr, "{} of {} cases\n", mine, jobs.size());
      }
    });
  threads.clear();
  Matrix all;
  for (const Matrix& part : parts)
    for (const auto& [key, kills] : part) all[key].merge(kills);
  print(all);
}
