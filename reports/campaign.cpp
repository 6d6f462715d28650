// SPDX-License-Identifier: Apache-2.0
#include "reports/campaign.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <tuple>

#include "impls/provenance.hpp"
#include "properties/identify.hpp"
#include "properties/oracle.hpp"
#include "properties/power.hpp"
#include "properties/suite.hpp"
#include "reports/backend.hpp"
#include "reports/catalogue.hpp"
#include "reports/comparison.hpp"
#include "reports/requirement.hpp"
#include "reports/text.hpp"

namespace assay::reports {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

bool stopped(const CampaignOptions& options) { return options.stop && *options.stop; }

/// What one kernel did on one exhibit.
struct Result {
  std::string kernel;
  std::string dtype;
  std::string convention;
  std::optional<JudgedArithmetic> judged;
  std::vector<Outcome> outcomes;
  std::vector<WorstElement> worst;
  std::vector<Uncovered> uncovered;
};

/// Every kernel on one exhibit.
class Judge {
 public:
  Judge(const CampaignOptions& options, const Exhibit& exhibit)
      : options_(options),
        exhibit_(exhibit),
        origin_(exhibit.origin),
        call_(call_of(exhibit)),
        line_(line_of(exhibit)),
        reference_(call_.problem, call_.inputs),
        shown_(call_, reference_) {}

  Result operator()(const impls::Kernel& kernel, properties::RunPower* power) {
    Result result{
        kernel.name(), std::string(call_.problem.dtype.name), to_text(call_.problem.convention), {}, {}, {}, {}};
    const impls::Support support = kernel.supports(call_.problem);
    if (options_.reference) compare(kernel, support, result);
    if (power && result.judged) power->add(shown_, parse_arithmetic(result.judged->arithmetic));
    if (!support && !options_.reference)
      result.uncovered.push_back({"kernel", result.kernel, "refused: " + support.refusal});
    if (support)
      for (std::size_t n = exhibit_.turn % exhibit_.share; n < options_.properties.size(); n += exhibit_.share)
        check(kernel, *options_.properties[n], result);
    return result;
  }

 private:
  static std::string line_of(const Exhibit& exhibit) {
    if (const auto* the_case = std::get_if<Case>(&exhibit.source)) return to_text(*the_case);
    return to_text(std::get<properties::Call>(exhibit.source).problem);
  }

  Outcome outcome(const impls::Kernel& kernel, std::string_view check, Verdict verdict) const {
    Outcome made{kernel.name(), std::string(check), origin_, line_, std::move(verdict), {}, {}, 0, "", exhibit_.again};
    if (options_.required) made.again = repeat_with(replay_command(made), options_.required);
    return made;
  }

  void compare(const impls::Kernel& kernel, const impls::Support& support, Result& result) {
    if (!support) {
      result.outcomes.push_back(outcome(kernel, "reference", properties::NotApplicable{support.refusal}));
      return;
    }
    const properties::Requirement requirement = requirement_of(kernel, call_.problem, options_.required);
    result.judged = JudgedArithmetic{to_text(requirement.arithmetic), requirement.source, {}, 1};
    if (requirement.source == "declared")
      result.judged->weaker = weaker_fields(requirement.arithmetic, arithmetic_preset(call_.problem.dtype.name));
    const Clock::time_point start = Clock::now();
    const properties::Ran ran = properties::run(kernel, call_);
    Outcome seen = outcome(kernel, "reference", properties::Holds{});
    if (const auto* fault = std::get_if<properties::Faulted>(&ran)) {
      seen.verdict = *fault;
    } else {
      properties::Judgement judgement =
          properties::judge(reference_, std::get<Outputs>(ran), requirement.arithmetic, origin_of_inputs());
      seen.verdict = std::move(judgement.verdict);
      seen.out = judgement.out;
      seen.lse = judgement.lse;
      seen.power = std::move(judgement.power);
      for (Evidence& evidence : judgement.worst) result.worst.push_back({origin_, line_, std::move(evidence)});
    }
    seen.milliseconds = milliseconds_since(start);
    result.outcomes.push_back(std::move(seen));
  }

  /// Tensors from files were not searched for.
  properties::InputOrigin origin_of_inputs() const {
    const auto* the_case = std::get_if<Case>(&exhibit_.source);
    return the_case ? properties::origin_of(*the_case) : properties::InputOrigin::Natural;
  }

  void check(const impls::Kernel& kernel, const properties::Property& property, Result& result) const {
    const Clock::time_point start = Clock::now();
    Outcome seen = outcome(kernel, property.name, properties::check(property, kernel, call_));
    seen.milliseconds = milliseconds_since(start);
    if (const auto* v = std::get_if<properties::NotApplicable>(&seen.verdict))
      result.uncovered.push_back({"property", std::string(property.name), v->reason});
    else
      result.outcomes.push_back(std::move(seen));
  }

  const CampaignOptions& options_;
  const Exhibit& exhibit_;
  const std::string& origin_;
  properties::Call call_;
  std::string line_;
  properties::CaseReference reference_;
  properties::FaultsShown shown_;          // on it
};

/// Gathers results in the order of the exhibits, whichever thread they came from.
class Gatherer {
 public:
  Gatherer(const CampaignOptions& options, Run& run) : run_(run) {
    for (const impls::KernelPointer& kernel : options.kernels) enter(*kernel, run);
    for (const Exhibit& exhibit : options.exhibits)
      if (exhibit.answer) enter(*exhibit.answer, run);
  }

  /// exhibit: the number of the one it comes from.
  void add(Result&& result, std::size_t exhibit) {
    exhibits_.resize(run_.outcomes.size() + result.outcomes.size(), exhibit);
    KernelRecord& kernel = *std::ranges::find(run_.kernels, result.kernel, &KernelRecord::name);
    dtypes_seen_.insert(result.dtype);
    if (result.judged) add_arithmetic(kernel, *result.judged);
    if (result.judged) dtypes_judged_.insert(result.dtype);
    if (result.judged && !std::ranges::count(kernel.conventions, result.convention))
      kernel.conventions.push_back(result.convention);
    for (const WorstElement& worst : result.worst) keep_worst(kernel, worst);
    for (const Uncovered& u : result.uncovered) left_out_[{u.what, u.name, u.reason}] += u.count;
    std::ranges::move(result.outcomes, std::back_inserter(run_.outcomes));
  }

  std::size_t exhibit_of(std::size_t outcome) const { return exhibits_[outcome]; }

  void skip(const std::string& origin, const std::string& why) { ++left_out_[{"cases", origin, why}]; }

  void finish() {
    for (const auto& [key, count] : left_out_)
      run_.uncovered.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), count});
    add_dtypes("no case of this run uses it", [&](const std::string& name) { return !dtypes_seen_.contains(name); });
    add_dtypes("no kernel's output was compared with the reference",
               [&](const std::string& name) { return dtypes_seen_.contains(name) && !dtypes_judged_.contains(name); });
  }

 private:
  /// One entry for all dtypes that have the same reason.
  void add_dtypes(const char* reason, const std::function<bool(const std::string&)>& applies) {
    std::string names;
    for (const FloatFormat& format : all_dtypes())
      if (applies(std::string(format.name))) names += (names.empty() ? "" : " ") + std::string(format.name);
    if (!names.empty()) run_.uncovered.push_back({"dtype", names, reason});
  }

  static void add_arithmetic(KernelRecord& kernel, const JudgedArithmetic& judged) {
    for (JudgedArithmetic& known : kernel.arithmetics) {
      if (known.arithmetic != judged.arithmetic || known.source != judged.source) continue;
      ++known.cases;
      return;
    }
    kernel.arithmetics.push_back(judged);
  }

  Run& run_;
  std::vector<std::size_t> exhibits_;  ///< of the outcomes
  std::map<std::tuple<std::string, std::string, std::string>, std::int64_t> left_out_;
  std::set<std::string> dtypes_seen_;
  std::set<std::string> dtypes_judged_;
};

/// Hands out exhibits to threads and collects what they find.
class Workshop {
 public:
  explicit Workshop(const CampaignOptions& options) : options_(options), results_(options.exhibits.size()) {
    for (const impls::KernelPointer& kernel : options.kernels) powers_.try_emplace(kernel->name());
  }

  void run() {
    std::vector<std::jthread> others;
    for (int n = 1; n < options_.threads; ++n) others.emplace_back([this] { work(); });
    work();
    others.clear();
    if (trouble_) std::rethrow_exception(trouble_);
  }

  /// What the cases could not have shown of faults, by kernel.
  const std::map<std::string, properties::RunPower>& powers() const { return powers_; }
  std::optional<std::vector<Result>>& result(std::size_t n) { return results_[n]; }

 private:
  bool may_begin() const {
    const bool late = options_.budget_seconds && milliseconds_since(start_) > *options_.budget_seconds * 1000;
    return !late && !stopped(options_) && !failed_;
  }

  void work() {
    for (std::size_t n; may_begin() && (n = next_++) < results_.size();) {
      try {
        Judge judge(options_, options_.exhibits[n]);
        std::vector<Result> results;
        for (const impls::KernelPointer& kernel : options_.kernels)
          results.push_back(judge(*kernel, options_.power ? &powers_.at(kernel->name()) : nullptr));
        if (const impls::KernelPointer& answer = options_.exhibits[n].answer)
          results.push_back(judge(*answer, nullptr));
        report(n, std::move(results));
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!trouble_) trouble_ = std::current_exception();
        failed_ = true;
      }
    }
  }

  void report(std::size_t n, std::vector<Result>&& results) {
    const std::lock_guard lock(mutex_);
    results_[n] = std::move(results);
    ++done_;
    if (options_.progress) options_.progress(done_, results_.size());
  }

  const CampaignOptions& options_;
  std::map<std::string, properties::RunPower> powers_;
  const Clock::time_point start_ = Clock::now();
  std::vector<std::optional<std::vector<Result>>> results_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr trouble_;
};

constexpr std::size_t named_most = 3;  // failures of a kernel

/// Asks of the first failures of each kernel what explains them; the order of the record decides, not the clock.
class Namer {
 public:
  Namer(const CampaignOptions& options, const Gatherer& gatherer, Run& run)
      : options_(options), gatherer_(gatherer), run_(run) {
    std::map<std::string, std::size_t> asked;
    for (std::size_t n = 0; n < run.outcomes.size(); ++n) {
      const Outcome& o = run.outcomes[n];
      const bool wrong = o.check == "reference" && std::holds_alternative<properties::Violated>(o.verdict);
      if (wrong && asked[o.kernel] < named_most && can_name(n)) ++asked[o.kernel], failures_.push_back(n);
    }
  }

  void run() {
    std::vector<std::jthread> others;
    for (int n = 1; n < options_.threads; ++n) others.emplace_back([this] { work(); });
    work();
  }

 private:
  const Exhibit& exhibit(std::size_t outcome) const { return options_.exhibits[gatherer_.exhibit_of(outcome)]; }

  bool can_name(std::size_t outcome) const {
    return std::visit([](const auto& source) { return properties::can_identify(source.problem); },
                      exhibit(outcome).source);
  }

  void work() {
    for (std::size_t mine; !stopped(options_) && (mine = next_++) < failures_.size();) name(failures_[mine]);
  }

  void name(std::size_t n) {
    Outcome& outcome = run_.outcomes[n];
    const Exhibit& shown = exhibit(n);
    const auto found = std::ranges::find(options_.kernels, outcome.kernel, [](const auto& k) { return k->name(); });
    const bool answered = found == options_.kernels.end();  // and cannot be called on fresh cases
    const impls::Kernel& kernel = answered ? *shown.answer : **found;
    const auto named = [&](const auto& source) {
      const Arithmetic arithmetic = requirement_of(kernel, source.problem, options_.required).arithmetic;
      return answered ? properties::name_failure(kernel, call_of(shown), arithmetic)
                      : properties::name_failure(kernel, source, arithmetic);
    };
    try {
      outcome.named = std::visit(named, shown.source);
    } catch (const std::exception& trouble) {
      outcome.named.text = std::string("not evaluated: ") + trouble.what();
    }
  }

  const CampaignOptions& options_;
  const Gatherer& gatherer_;
  Run& run_;
  std::vector<std::size_t> failures_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace

void select_checks(const std::vector<std::string>& checks, CampaignOptions& campaign) {
  campaign.reference = checks.empty();
  bool all = checks.empty();
  for (const std::string& name : checks) {
    if (name == "reference")
      campaign.reference = true;
    else if (name == "properties")
      all = true;
    else
      campaign.properties.push_back(&properties::find_property(name));
  }
  if (!all) return;
  campaign.properties.clear();
  for (const properties::Property& property : properties::all_properties()) campaign.properties.push_back(&property);
}

std::vector<Exhibit> exhibits_of_suite(const std::string& name, const std::vector<std::string>& checks) {
  constexpr std::size_t share = 7;
  std::vector<Exhibit> exhibits;
  std::size_t turn = 0;
  for (const Case& the_case : properties::find_suite(name).cases)
    exhibits.push_back({"suite " + name, the_case, checks.empty() ? share : 1, turn++});
  return exhibits;
}

properties::Call call_of(const Exhibit& exhibit) {
  if (const auto* the_case = std::get_if<Case>(&exhibit.source)) return properties::make_call(*the_case);
  return std::get<properties::Call>(exhibit.source);
}

void enter(const impls::Kernel& kernel, Run& run) {
  if (std::ranges::count(run.kernels, kernel.name(), &KernelRecord::name)) return;
  const impls::Provenance from = impls::provenance_of(kernel);
  run.kernels.push_back({kernel.name(), kernel.description(), {}, {}, {}, from.name, from.version, from.build});
  run.kernels.back().device_record = device_record_of(from.name.empty() ? kernel.name() : from.name, device_records());
  for (const std::string& caveat : kernel.caveats()) run.uncovered.push_back({"kernel", kernel.name(), caveat});
}

/// Each run says which faults its cases could not have shown; kernels that are judged alike share an entry.
static void add_power(const std::map<std::string, properties::RunPower>& powers, Run& run) {
  const std::string large = "of more than " + grouped(properties::RunPower::work_most) + " multiplications";
  std::map<std::pair<std::string, std::int64_t>, std::string> kernels_by_faults;  // and cases left out
  for (const auto& [kernel, power] : powers) {
    if (power.tried() == 0 && power.too_large() > 0)
      run.uncovered.push_back({"kernel", kernel, "which faults its cases show was not asked: all are " + large});
    if (power.tried() == 0) continue;
    std::string names;
    for (const std::string& name : power.not_shown()) names += (names.empty() ? "" : " ") + name;
    std::string& kernels = kernels_by_faults[{names, power.too_large()}];
    kernels += (kernels.empty() ? "" : ", ") + kernel;
  }
  for (const auto& [key, kernels] : kernels_by_faults) {
    const auto& [names, left_out] = key;
    const std::string but = left_out == 0 ? "" : "; " + grouped(left_out) + " cases " + large + " were not tried";
    if (!names.empty())
      run.uncovered.push_back({"fault", names, "no case shows it in the arithmetic of " + kernels + but,
                               1 + std::ranges::count(names, ' ')});
  }
}

void judge_all(const CampaignOptions& options, Run& run) {
  const Clock::time_point start = Clock::now();
  Gatherer gatherer(options, run);
  Workshop workshop(options);
  workshop.run();
  const std::string why = stopped(options) ? "the run was interrupted" : "the budget ended first";
  for (std::size_t n = 0; n < options.exhibits.size(); ++n) {
    std::optional<std::vector<Result>>& results = workshop.result(n);
    if (!results) gatherer.skip(options.exhibits[n].origin, why);
    if (results)
      for (Result& result : *results) gatherer.add(std::move(result), n);
  }
  gatherer.finish();
  if (options.reference && options.power) add_power(workshop.powers(), run);
  if (options.power) run.catalogue = measured_catalogue(), add_comparison(run);
  Namer(options, gatherer, run).run();
  run.interrupted = run.interrupted || stopped(options);
  run.milliseconds += milliseconds_since(start);
}

}  // namespace assay::reports
