// SPDX-License-Identifier: Apache-2.0
#include "reports/golden/sample_run.hpp"

#include <cmath>
#include <limits>

namespace assay::reports {
namespace {

const char* const honest = "cpu/explicit";
const char* const hostile = "evil\x1b[31m]]>&<b>'\"|\xff\n";
const char* const emulated = "./libtiled_emulated.so";
const char* const device = "./libtiled_cuda.so";
const char* const line = "b=2 hq=3 hkv=3 tq=17 tk=33 dk=64 dv=64 dtype=fp32 recipe=r1 seed=7";

ErrorStatistics statistics() {
  ErrorStatistics s;
  for (int n = 0; n < 500; ++n) {
    const double ulps = std::ldexp(1.0, n % 9 - 4) * (1 + n / 600.0);
    s.add({(n % 2 ? ulps : -ulps) * 0x1p-24, 1, ulps, ulps / 40});
  }
  return s;
}

Evidence evidence() {
  return {.what = "out[b=0 h=1 i=3 c=7] = 1.25, exact 1.5 +- 1e-12, allowed 0.0039",
          .tensor = "out",
          .index = {0, 1, 3, 7},
          .got = 1.25,
          .expected = 1.5,
          .allowed = 0.00390625,
          .ratio = 64,
          .terms = {{"scores", "rounding of the scores", 0.0025}, {"sum", "accumulation of P V", 0.0012}}};
}

Outcome outcome(const char* kernel, const char* check, const Verdict& verdict) {
  return {.kernel = kernel,
          .check = check,
          .origin = {Origin::Kind::Suite, "quick"},
          .line = line,
          .verdict = verdict,
          .milliseconds = 1.5};
}

/// What was measured before.
void add_measured(Run& run) {
  run.catalogue = {{"no_scale", "scores are not scaled", {{"quick", 3, 10}, {"standard", 20, 90}}, {"convex_rows"}},
                   {hostile, "what <b>it</b> is", {{"standard", 0, 7}}, {}}};
  run.rules_command = "assay-measure power <1>";
  run.rules = {{"Assay: violated", "", {{"fp32", 991, 1000, 0, 900}, {"e4m3", 10, 10, 0, 9}}},
               {"loose", "|got - want| <= 1", {{"fp32", 301, 1000, 9, 900}, {"e4m3", 4, 10, 9, 9}}}};
}

void add_outcomes(Run& run) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  run.outcomes.push_back(outcome(honest, "reference", properties::Holds{}));
  run.outcomes.back().out = statistics();
  run.outcomes.back().lse = statistics();
  run.outcomes.back().power = "the mask hides nothing";
  run.outcomes.push_back(outcome(honest, "convex_rows", properties::Holds{}));
  run.outcomes.push_back(outcome(honest, "reference", properties::NotApplicable{"head_dim above 256"}));
  run.outcomes.push_back(outcome(hostile, "reference", properties::Violated{evidence()}));
  run.outcomes.back().out = statistics();
  run.outcomes.back().out.add({infinity, 1, infinity, infinity});
  run.outcomes.back().named = {"scale_none", "explained by: scores are not scaled (scale_none), residual 0.21"};
  run.outcomes.push_back(
      outcome(hostile, "convex_rows", properties::Faulted{FaultKind::Exception, "\x01\x7f told \xc3\x28 you"}));
  run.outcomes.push_back(outcome(hostile, "reference", properties::NoEvidence{"every row is empty"}));
  run.outcomes.push_back(outcome(hostile, "reference", properties::Doubtful{1e-9, "errors lean to one side"}));
  run.outcomes.push_back(outcome(hostile, "reference", properties::GaveUp{"precision cap reached", "[1, 1.5]"}));
  Outcome captured =
      outcome(hostile, "reference", properties::Faulted{FaultKind::OutputUnwritten, "out[b=0 h=0 i=1 c=2]"});
  captured.origin = {Origin::Kind::Inputs, "some captures.safetensors"};
  run.outcomes.push_back(captured);
}

}  // namespace

Run sample_run() {
  Run run;
  run.environment = {.assay = "0.1.0",
                     .compiler = "GCC 12.2.0",
                     .cpu = "Some CPU",
                     .os = "Linux 6.1",
                     .cores = 2,
                     .isolation = "none: kernels run in the judge's process",
                     .date = "2026-11-30T12:00:00Z"};
  run.command = "assay check --suite quick";
  run.seed = 7;
  run.milliseconds = 2345;
  KernelRecord kernel{.name = honest,
                      .description = "explicit loops",
                      .arithmetics = {{"fp32 exp_ulp=4", ArithmeticSource::Declared, {"exp_ulp"}, 3}},
                      .conventions = {"torch"}};
  Evidence close = evidence();
  close.ratio = 0.61;
  keep_worst(kernel, {{Origin::Kind::Suite, "quick"}, line, close});
  run.kernels = {kernel,
                 {.name = hostile,
                  .description = "does what it \x01 likes",
                  .arithmetics = {{"fp32", ArithmeticSource::Preset, {}, 6}},
                  .conventions = {"torch"}}};

  add_outcomes(run);
  run.findings = {{.kernel = hostile,
                   .check = "reference",
                   .line = "tk=2 dtype=fp32 recipe=r1 seed=7",
                   .original = line,
                   .verdict = properties::Violated{evidence()},
                   .again = "assay replay again",
                   .suspect_before = "scale_none"}};
  run.kernels.push_back({.name = emulated,
                         .description = "tiled (emulated)",
                         .library = {"tiled", "1", "emulated order=reverse flavour=checked model=fp32-fma g++-12.2"}});
  run.outcomes.push_back(outcome(emulated, "reference", properties::Holds{}));
  run.outcomes.push_back(outcome(emulated, "reference", properties::Violated{evidence()}));
  for (std::size_t n = run.outcomes.size() - 2; n < run.outcomes.size(); ++n)
    run.outcomes[n].milliseconds = emulated_milliseconds;
  run.kernels.push_back({.name = device,
                         .description = "tiled (cuda)",
                         .library = {"tiled", "1", "cuda device=\"Some \x01 GPU\" driver=13.0 toolkit=13.0.88 sm_90"}});
  run.outcomes.push_back(outcome(device, "reference", properties::Holds{}));

  Sweep sweep{.kernel = hostile, .seed = 11, .milliseconds = 1000};
  sweep.counts[VerdictKind::Holds] = 90;
  sweep.counts[VerdictKind::Violated] = 3;
  sweep.counts[VerdictKind::NoEvidence] = 5;
  sweep.counts[VerdictKind::NotApplicable] = 2;
  run.sweeps = {sweep, {emulated, 12, sweep.counts, emulated_milliseconds}};
  run.uncovered = {
      {Uncovered::Kind::Kernel, "cuda", "no CUDA in this build", 1},
      {Uncovered::Kind::Property, "linear_in_value", "no values", 12},
      {Uncovered::Kind::Fault, "no_scale unseen_fault", "no case shows it in the arithmetic of cpu/explicit", 2}};
  add_measured(run);
  return run;
}

}  // namespace assay::reports
