// SPDX-License-Identifier: Apache-2.0
// assay-measure honest: compare every honest kernel and a set of emulated arithmetics (or the kernels named, and
// `noisy`) with the reference on random cases `first`, `first` + 1, ... of the stream `seed`, and count verdicts. None
// may be violated, some must hold; the cases are random, not searched, so the sizes of errors are judged too, and no
// more may be doubtful than the rule states. Ends with 1 otherwise. Runs over neighbouring ranges add up.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "fuzz/measure/verbs.hpp"
#include "fuzz/parallel.hpp"
#include "impls/arithmetic/emulated.hpp"
#include "impls/registry.hpp"
#include "properties/call.hpp"
#include "properties/cases/generate.hpp"
#include "properties/judge/oracle.hpp"
#include "reference/error/usual/tail.hpp"

namespace assay::measure {
namespace {

/// Small enough that a case costs a millisecond or two; longer ones are the suites' part.
properties::CaseLimits small_cases() { return {.length_max = 80, .head_dim_max = 24, .work_max = 12'000}; }

struct Contestant {
  impls::KernelPointer kernel;
  std::string label;
};

/// Exponentials a little worse than declared: on many cases inside every bound, and only the size of errors tells.
impls::KernelPointer noisy() {
  const impls::Departures departures{.exp_noise = std::ldexp(1.0, -20)};
  return impls::emulated_kernel(parse_arithmetic("fp32"), impls::ExpErrors::Random, 0, departures);
}

/// Emulated ones are models, not kernels, and labelled so.
std::vector<Contestant> contestants(const std::vector<std::string>& names) {
  std::vector<Contestant> list;
  for (const std::string& name : names) list.push_back({name == "noisy" ? noisy() : impls::find_kernel(name), name});
  if (!names.empty()) return list;
  for (const impls::KernelPointer& kernel : impls::all_kernels()) list.push_back({kernel, kernel->name()});
  for (const char* line :
       {"fp32 qk=fp32:chain pv=fp32:chain theta=3 row_sum=any division=ieee log=accurate flush_to_zero=0 block=4096 "
        "p_normalised=1",
        "fp32 qk=fp32:tree pv=fp32:tree block=8 row_sum=block theta=3 ordered_blocks=1",
        "fp16 qk=tensor-core:16:25:23 pv=tensor-core:16:25:23 block=32 row_sum=block:unrounded p_normalised=0 theta=3 "
        "ordered_blocks=1 fused_exponent=1",
        "fp16 qk=fp32:chain:fused pv=fp16:chain:fused block=4096 row_sum=any:unrounded p_normalised=0",
        "bf16 qk=tensor-core:16:25:23 pv=tensor-core:16:25:23 block=32 row_sum=block:rounded p_normalised=0 theta=3",
        "e4m3 qk=tensor-core:32:13:13 pv=tensor-core:32:13:13 p_scale=256 block=64 row_sum=block:unrounded "
        "p_normalised=0"})
    list.push_back({impls::emulated_kernel(parse_arithmetic(line)), std::string("emulated ") + line});
  return list;
}

using Counts = std::map<std::string, std::map<std::string, std::uint64_t>>;

/// An emulated adder knows the products of its own format only.
bool takes(const Contestant& c, const Problem& p) {
  const bool emulated = c.kernel->name() == "emulated";
  if (emulated && c.kernel->arithmetic(p).preset != p.dtype.name) return false;
  return static_cast<bool>(c.kernel->supports(p));
}

void judge_case(const std::vector<Contestant>& list, const Case& the_case, std::uint64_t index, Counts& counts) {
  const properties::Call call = properties::make_call(the_case);
  properties::CaseReference reference(call.problem, call.inputs);
  const properties::InputOrigin origin = properties::origin_of(the_case);
  for (const Contestant& c : list) {
    if (!takes(c, call.problem)) continue;
    const properties::Ran ran = properties::run(*c.kernel, call);
    const auto* outputs = std::get_if<Outputs>(&ran);
    const properties::Verdict verdict =
        outputs ? properties::judge(reference, *outputs, c.kernel->arithmetic(call.problem), origin).verdict
                : properties::Verdict{std::get<properties::Faulted>(ran)};
    ++counts[c.label][properties::name_of(verdict)];
    const bool doubtful = std::holds_alternative<properties::Doubtful>(verdict);
    if (properties::is_bad(verdict) || doubtful)
      fmt::print("{}: case {}, {}: {}\n  {}\n", c.label, index, properties::name_of(verdict),
                 properties::reason_of(verdict), to_text(the_case));
  }
}

/// Verdicts by kind. What is judged could have been violated: no evidence and the like are not counted.
struct Sums {
  std::uint64_t holds = 0, doubtful = 0, bad = 0, other = 0;
  std::uint64_t judged() const { return holds + doubtful + bad; }

  void add(const std::string& verdict, std::uint64_t count) {
    if (verdict == "holds")
      holds += count;
    else if (verdict == "doubtful")
      doubtful += count;
    else if (verdict == "violated" || verdict == "faulted")
      bad += count;
    else
      other += count;
  }
};

/// 0 and a line that says PASS, or 1. One verdict of a correct kernel is doubtful with a probability that the rule
/// states; so is the whole run whose number of them is as improbable. A run in which nothing holds has shown nothing.
int conclude(const Sums& sums) {
  const double rule = reference::doubtful_below();
  const double chance = reference::binomial_upper_tail(static_cast<std::int64_t>(sums.judged()),
                                                       static_cast<std::int64_t>(sums.doubtful), rule);
  const bool fine = sums.holds > 0 && sums.bad == 0 && chance >= rule;
  fmt::print("{}: {} judged, {} hold, {} violated or faulted, {} doubtful; so many by chance: {:.2g}\n",
             fine ? "PASS" : "FAIL", sums.judged(), sums.holds, sums.bad, sums.doubtful, chance);
  return fine ? 0 : 1;
}

int print(const Counts& counts) {
  Sums all;
  fmt::print("| kernel | judged | holds | doubtful | violated | not judged |\n|---|---|---|---|---|---|\n");
  const auto row = [](const std::string& name, const Sums& sums) {
    fmt::print("| {} | {} | {} | {} | {} | {} |\n", name, sums.judged(), sums.holds, sums.doubtful, sums.bad,
               sums.other);
  };
  for (const auto& [name, verdicts] : counts) {
    Sums sums;
    for (const auto& [verdict, count] : verdicts) sums.add(verdict, count), all.add(verdict, count);
    row(name, sums);
  }
  row("all", all);
  return conclude(all);
}

}  // namespace

int honest(const HonestOptions& options) {
  const std::vector<Contestant> list = contestants(options.kernels);
  std::mutex mutex;
  Counts counts;
  fuzz::for_each_in_parallel(options.cases, fuzz::hardware_threads(), [&](std::size_t n) {
    const std::uint64_t index = options.first + n;
    Counts mine;
    judge_case(list, properties::random_case(options.seed, index, small_cases()), index, mine);
    const std::lock_guard lock(mutex);
    for (const auto& [name, verdicts] : mine)
      for (const auto& [verdict, count] : verdicts) counts[name][verdict] += count;
    if (n % 10'000 == 0) fmt::print(stderr, "{} of {} cases\n", n, options.cases);
  });
  return print(counts);
}

}  // namespace assay::measure
