// SPDX-License-Identifier: Apache-2.0
// assay-measure power: how many runs of deliberately wrong kernels end as they should, beside the rules that
// other projects accept kernels by. Families of inputs and shapes are a few lines below; the options that a fault needs
// come from the case that it names. Prints one line a fault and dtype, separated by tabs, then tables; last, what
// campaigns/rules.tsv holds.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <span>

#include "fuzz/measure/verbs.hpp"
#include "fuzz/parallel.hpp"
#include "impls/registry.hpp"
#include "properties/sensitivity/faults_on_case.hpp"
#include "properties/sensitivity/rules_in_use/rule.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/field_map.hpp"

namespace assay::measure {
namespace {

using properties::Effect;

constexpr std::array families{
    "scores=normal",                            // N(0,1)
    "scores=outliers values=outliers",          // FlashAttention-3's outliers
    "scores=normal:4",                          //
    "scores=common-mean:2",                     // a mean common to all keys
    "scores=normal values=offset",              // values of mean 64
    "scores=ties values=positive:-1",           // duplicated keys, negative values
    "scores=sink",                              // the first key is the row maximum
    "scores=normal:0.0034 values=normal:0.058"  // as small as uniform numbers of +-0.1
};
constexpr std::array shapes{"tk=48 dk=64 dv=64", "tk=131 dk=64 dv=64 causal=bottom-right", "tk=300 dk=128 dv=128",
                            "tk=777 dk=64 dv=64 causal=bottom-right", "tk=1500 dk=64 dv=64"};
constexpr std::array dtypes{"fp32", "fp16", "bf16", "e4m3"};

/// Where a fault is tried; no shape or family: those that it names itself.
struct Trial {
  const char* shape;
  const char* family;
  std::string dtype;
  std::uint64_t seed;
  bool lse;
};

/// A fault's own options on a shape of the table, with a family's numbers.
std::string case_line(const impls::Fault& fault, const Trial& trial) {
  FieldMap own = field_map(fault.inside), fields;
  for (const char* key : {"dtype", "seed"}) own.erase(key);
  if (trial.shape)
    for (const char* key : {"tk", "dk", "dv"}) own.erase(key);
  if (trial.family) own.erase("scores"), own.erase("values");
  if (trial.shape && !own.contains("b")) own.erase("tq");
  set_fields(fmt::format("b=1 hq=4 hkv=2 tq=16 {} {} dtype={} convention=torch recipe=r1 seed={}",
                         trial.lse ? "lse=1" : "", trial.shape ? trial.shape : "", trial.dtype, trial.seed),
             fields);
  if (trial.dtype == "e4m3") fields["out"] = "bf16";
  if (trial.family) set_fields(trial.family, fields);
  if (own.contains("hq") != own.contains("hkv")) fields.erase(own.contains("hq") ? "hkv" : "hq");
  for (const auto& [key, value] : own) fields[key] = value;
  if (!trial.lse) fields.erase("lse");
  return assay::to_text(fields);
}

/// Runs of little effect, violated or doubtful (seen) or not.
struct Faint {
  int runs = 0, seen = 0;
  void merge(const Faint& o) { runs += o.runs, seen += o.seen; }
};

/// What was seen of one fault in one dtype, or of several.
struct Tally {
  int runs = 0, manifest = 0, violated = 0, doubtful = 0, alarms = 0, doubts = 0;
  Faint weak, harmless;
  std::vector<int> found = std::vector<int>(properties::rules_in_use().size());
  std::vector<int> false_alarms = found;
  std::vector<std::string> missed, weak_missed;

  void merge(const Tally& o) {
    runs += o.runs, manifest += o.manifest, violated += o.violated, doubtful += o.doubtful;
    alarms += o.alarms, doubts += o.doubts;
    weak.merge(o.weak), harmless.merge(o.harmless);
    for (std::size_t n = 0; n < found.size(); ++n) found[n] += o.found[n], false_alarms[n] += o.false_alarms[n];
    missed.insert(missed.end(), o.missed.begin(), o.missed.end());
    weak_missed.insert(weak_missed.end(), o.weak_missed.begin(), o.weak_missed.end());
  }
};

std::vector<double> elements(const Tensor& tensor) {
  std::vector<double> list;
  for_each_index(tensor.extents(), [&](const Index4& at) { list.push_back(tensor.get(at)); });
  return list;
}

/// What the rules in use compare an output with.
properties::Compared compared(properties::CaseReference& reference) {
  const Problem& p = reference.problem();
  properties::Compared result{p, {}, {}, {}, {}};
  Tensor exact(ElementType::of(dtype("fp64")), output_extents(p)), rounded(ElementType::of(p.out), output_extents(p));
  for (std::size_t n = 0; n < reference.row_count(); ++n) {
    const auto& row = reference.row(n);
    for (std::size_t c = 0; c < row.exact.out.size(); ++c) {
      const Index4 at{row.data.index.batch, row.data.index.head, row.data.index.query, static_cast<std::int64_t>(c)};
      exact.set(at, row.exact.out[c]);
      rounded.set(at, row.exact.out[c]);
    }
  }
  const std::string name = p.dtype.name == "fp16" || p.dtype.name == "bf16" ? std::string(p.dtype.name) : "fp32";
  const impls::KernelPointer baseline = impls::find_kernel("explicit_" + name);
  Outputs out = blank_outputs(p);
  if (baseline->supports(p)) baseline->run(p, reference.inputs(), out);
  result.exact = elements(exact);
  result.rounded = elements(rounded);
  result.baseline = elements(out.out);
  return result;
}

/// Why a run is not violated. What holds is inside the bound, and of a size that the arithmetic often has.
std::string why_not(const properties::Verdict& verdict) {
  const std::string reason = properties::reason_of(verdict);
  return properties::name_of(verdict) + ": " +
         (reason.empty() ? "inside the bound, and no larger than errors of this arithmetic are" : reason);
}

/// One fault on one case.
void run_fault(const impls::Fault& fault, const std::string& line, properties::FaultsOnCase& faults,
               properties::Compared& outputs, Tally& tally) {
  const auto showing = faults.show(fault);
  if (!showing) return;
  ++tally.runs;
  tally.alarms += properties::is_bad(showing->twin_judged.verdict);
  tally.doubts += std::holds_alternative<properties::Doubtful>(showing->twin_judged.verdict);
  const bool bad = properties::is_bad(showing->judged.verdict);
  const bool doubtful = std::holds_alternative<properties::Doubtful>(showing->judged.verdict);
  const std::string missed = why_not(showing->judged.verdict) + "  " + line;
  if (showing->effect == Effect::Weak) {
    (showing->harmless ? tally.harmless : tally.weak).merge({1, bad || doubtful});
    if (!showing->harmless && !bad && !doubtful) tally.weak_missed.push_back(missed);
  }
  const auto& rules = properties::rules_in_use();
  outputs.got = elements(showing->twin.out);
  for (std::size_t n = 0; n < rules.size(); ++n) tally.false_alarms[n] += !rules[n].accepts(outputs);
  if (showing->effect != Effect::Manifest) return;
  ++tally.manifest, tally.violated += bad, tally.doubtful += doubtful;
  outputs.got = elements(showing->fault.out);
  for (std::size_t n = 0; n < rules.size(); ++n) tally.found[n] += !rules[n].accepts(outputs);
  if (!bad) tally.missed.push_back(missed);
}

/// Kept by name of the fault and dtype.
using Tallies = std::map<std::pair<std::string, std::string>, Tally>;

/// A case with every fault that is to be run on it, so that its reference is computed once.
struct Job {
  std::string line;
  std::vector<const impls::Fault*> faults;
};

void run_job(const Job& job, Tallies& tallies) {
  const Case the_case = parse_case(job.line);
  const Inputs inputs = make_inputs(the_case);
  properties::CaseReference reference(the_case.problem, inputs);
  properties::Compared outputs = compared(reference);
  properties::FaultsOnCase faults(reference, properties::origin_of(the_case));
  for (const impls::Fault* fault : job.faults)
    run_fault(*fault, job.line, faults, outputs,
              tallies[{fault->kernel->name(), std::string(the_case.problem.dtype.name)}]);
}

/// Whether the fault's own options fit a shape and it takes the case.
bool fits(const impls::Fault& fault, const std::string& line) {
  try {
    return static_cast<bool>(fault.kernel->supports(parse_case(line).problem));
  } catch (const UsageError&) {
    return false;
  }
}

/// The table and the fault's own beside it.
std::vector<const char*> with_own(std::span<const char* const> table) {
  std::vector<const char*> list(table.begin(), table.end());
  list.push_back(nullptr);
  return list;
}

std::vector<Job> all_jobs(std::uint64_t seeds, const std::vector<const impls::Fault*>& everyone) {
  std::map<std::string, std::vector<const impls::Fault*>> by_line;
  const auto add = [&](const impls::Fault& fault, const char* shape, const char* family, const char* type,
                       std::uint64_t seed) {
    for (const bool lse : {true, false}) {
      const std::string line = case_line(fault, {shape, family, type, seed, lse});
      if (!fits(fault, line)) continue;
      by_line[line].push_back(&fault);
      return;
    }
  };
  for (const impls::Fault* fault : everyone)
    for (const char* type : dtypes)
      for (const char* shape : with_own(shapes))
        for (const char* family : with_own(families))
          for (std::uint64_t seed = 1; seed <= seeds; ++seed) add(*fault, shape, family, type, seed);
  std::vector<Job> jobs;
  for (auto& [line, faults] : by_line) jobs.push_back({line, std::move(faults)});
  return jobs;
}

std::string percent(int part, int whole) { return whole == 0 ? "-" : fmt::format("{:.2f} %", 100.0 * part / whole); }

void print_summary(const std::string& title, const Tally& t) {
  fmt::print("\n## {}: {} runs, {} manifest, {} weak\n\n", title, t.runs, t.manifest, t.weak.runs);
  fmt::print(
      "violated {} ({}), violated or doubtful {}; weak ones seen {} of {} ({}); {} of {} that are "
      "harmless at the size of their scores\n",
      t.violated, percent(t.violated, t.manifest), percent(t.violated + t.doubtful, t.manifest), t.weak.seen,
      t.weak.runs, percent(t.weak.seen, t.weak.runs), t.harmless.seen, t.harmless.runs);
  fmt::print("honest twins: {} violated, {} doubtful of {}\n\n| rule | faults found | false alarms |\n|---|---|---|\n",
             t.alarms, t.doubts, t.runs);
  fmt::print("| Assay | {} | {} |\n", percent(t.violated, t.manifest), percent(t.alarms, t.runs));
  const auto& rules = properties::rules_in_use();
  for (std::size_t n = 0; n < rules.size(); ++n)
    fmt::print("| {} | {} | {} |\n", rules[n].name, percent(t.found[n], t.manifest),
               percent(t.false_alarms[n], t.runs));
}

/// fuzz/measure/campaigns/rules.tsv, from its first line to the end of what is printed.
void print_rules(const std::string& command, const Tally& all, const Tally& e4m3) {
  fmt::print(
      "\n# Assay beside the rules in use, on the same outputs; the last lines that `assay-measure power` prints, as "
      "they "
      "are.\n# command: {}\nrule\tfound\tmanifest\talarms\truns\tfound e4m3\tmanifest e4m3\t"
      "alarms e4m3\truns e4m3\n",
      command);
  const auto line = [&](std::string_view name, auto found, auto alarms) {
    fmt::print("{}", name);
    for (const Tally* t : {&all, &e4m3}) fmt::print("\t{}\t{}\t{}\t{}", found(*t), t->manifest, alarms(*t), t->runs);
    fmt::print("\n");
  };
  line(
      "Assay: violated", [](const Tally& t) { return t.violated; }, [](const Tally& t) { return t.alarms; });
  line(
      "Assay: violated or doubtful", [](const Tally& t) { return t.violated + t.doubtful; },
      [](const Tally& t) { return t.alarms + t.doubts; });
  const auto& rules = properties::rules_in_use();
  for (std::size_t n = 0; n < rules.size(); ++n)
    line(
        rules[n].name, [n](const Tally& t) { return t.found[n]; }, [n](const Tally& t) { return t.false_alarms[n]; });
}

void print(const std::string& command, const Tallies& tallies) {
  fmt::print("fault\tdtype\truns\tmanifest\tviolated\tdoubtful\tweak\tweak seen\tharmless\n");
  std::map<std::string, Tally> by_dtype;
  Tally all;
  for (const auto& [key, t] : tallies) {
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", key.first, key.second, t.runs, t.manifest, t.violated,
               t.doubtful, t.weak.runs, t.weak.seen, t.harmless.runs);
    by_dtype[key.second].merge(t);
    if (key.second != "e4m3") all.merge(t);
  }
  print_summary("fp32, fp16 and bf16", all);
  for (const auto& [name, tally] : by_dtype) print_summary(name, tally);
  fmt::print("\n## Manifest and not violated\n\n");
  for (const auto& [key, tally] : tallies)
    for (const std::string& line : tally.missed) fmt::print("{} {}\n", key.first, line);
  fmt::print("\n## Weak, not harmless and not seen\n\n");
  for (const auto& [key, tally] : tallies)
    for (const std::string& line : tally.weak_missed) fmt::print("{} {}\n", key.first, line);
  print_rules(command, all, by_dtype["e4m3"]);
}

}  // namespace

int power(const PowerOptions& options, const std::string& command) {
  const std::vector<Job> jobs = all_jobs(options.seeds, impls::select_faults(options.faults));
  std::mutex mutex;
  Tallies all;
  fuzz::for_each_in_parallel(jobs.size(), fuzz::hardware_threads(), [&](std::size_t n) {
    Tallies part;
    run_job(jobs[n], part);
    const std::lock_guard lock(mutex);
    for (const auto& [key, tally] : part) all[key].merge(tally);
    if (n % 100 == 0) fmt::print(stderr, "{} of {} cases\n", n, jobs.size());
  });
  for (auto& [key, tally] : all) {  // whichever thread they came from
    std::ranges::sort(tally.missed);
    std::ranges::sort(tally.weak_missed);
  }
  print(command, all);
  return 0;
}

}  // namespace assay::measure
