// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/options.hpp"

#include <CLI/CLI.hpp>

#include <charconv>

#include "reference/model/contract.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::cli {
namespace {

const std::vector<std::string> topics{"kernels",     "properties", "faults",  "suspects", "masks",
                                      "dtypes",      "fills",      "formats", "suites",   "conventions",
                                      "arithmetics", "options",    "fields",  "features"};
const std::vector<std::string> subjects{"bound",    "trace",   "case",    "fault",     "suspect",
                                        "property", "verdict", "problem", "arithmetic"};

/// An option whose text is a duration.
void add_duration(CLI::App& app, const std::string& name, std::optional<double>& target, const std::string& help) {
  app.add_option_function<std::string>(
         name, [&target, name](const std::string& text) { target = parse_duration(text, name); }, help)
      ->type_name("DURATION");
}

/// What must be said where it is asked for.
const CLI::Validator said(
    [](std::string& text) { return text.empty() ? std::string("it is empty; leave the option out instead") : ""; }, "");

/// A count or a seed: the parser would read -1 as the largest one.
const CLI::Validator whole(
    [](std::string& text) {
      const bool right = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
      return right ? "" : "'" + text + "' is none; right would be a whole number from 0";
    },
    "");

void add_reports(CLI::App& app, ReportOptions& report) {
  app.add_option("--report", report.reports,
                 "Write a report into a folder that is there; may repeat; `assay list formats` names the formats")
      ->type_name("FORMAT:FILE")
      ->allow_extra_args(false);
  app.add_option("--out", report.folder,
                 "Write report.json, junit.xml and report.html into this folder, which is made where it is missing")
      ->type_name("DIR");
}

constexpr const char* arithmetic_help = "; as in bf16 or 'fp32 block=64', `assay list arithmetics` names the presets";

void add_judging(CLI::App& app, std::string& require,
                 const std::string& what = "Judge against this arithmetic instead of the declared one") {
  app.add_option("--require", require, what + arithmetic_help)->type_name("ARITHMETIC")->check(said);
}

void add_checks(CLI::App& app, std::vector<std::string>& checks, const std::string& by_default) {
  app.add_option("--checks", checks,
                 "What to check, with commas between: reference (the comparison with it), properties (all), or names "
                 "of properties (`assay list properties`); default: " +
                     by_default)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST");
}

void add_cases(CLI::App& app, CaseOptions& o, const std::string& convention_by_default) {
  app.add_option("--suite", o.suites,
                 "A suite (`assay list suites`), may repeat; default: standard, unless other cases are given")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--problem", o.problems,
                 "One case, as in 'b=1 hq=2 hkv=1 tq=5 tk=7 dk=8 dtype=fp32 causal=bottom-right seed=3'; may repeat")
      ->type_name("LINE")
      ->allow_extra_args(false);
  app.add_option("--lines", o.files, "A file of such lines; may repeat")->type_name("FILE")->allow_extra_args(false);
  app.add_option("--inputs", o.inputs,
                 "Tensors to judge on: a safetensors file with the case as `problem` in its __metadata__; may repeat")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option(
         "--convention", o.convention,
         "Pose the cases of suites in this convention (`assay list conventions`); default: " + convention_by_default)
      ->type_name("CONVENTION")
      ->check(said);
}

void add_limits(CLI::App& app, SandboxLimits& limits) {
  app.add_option_function<std::string>(
         "--call-time",
         [&limits](const std::string& text) {
           limits.seconds = parse_duration(text, "--call-time");
           if (*limits.seconds == 0)
             throw UsageError("--call-time: '" + readable(text) + "' lets no call end; right would be 10s or 500ms");
         },
         "Wall time that one call of a shared library may take; default 10s")
      ->type_name("DURATION");
  app.add_option("--call-memory", limits.mebibytes, "Address space of a shared library's process; default 4096")
      ->type_name("MiB")
      ->check(CLI::Range(64, 1 << 24));
}

void add_run(CLI::App& app, int& threads, bool& strict) {
  app.add_option("--threads", threads, "Cases judged at the same time; default: one a hardware thread")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  app.add_flag("--strict", strict, "Doubtful verdicts fail the run as well: exit code 1");
}

void add_check(CLI::App& app, CheckOptions& o) {
  app.add_option("kernel", o.kernels,
                 "Kernels or faults by name (`assay list kernels`, `assay list faults`) or pattern ('fault/*'), shared "
                 "libraries by path, as in ./libmine.so; default: every built-in kernel")
      ->type_name("KERNEL");
  add_cases(app, o, "the one that the judged libraries declare");
  add_judging(app, o.require);
  add_checks(app, o.checks, "reference and properties; a case of a suite takes one property in seven, in turn");
  add_duration(app, "--budget", o.budget_seconds, "Begin no further case after this long, as in 60s, 5m or 1h");
  add_run(app, o.threads, o.strict);
  add_reports(app, o.report);
  add_limits(app, o.limits);
}

void add_replay(CLI::App& app, ReplayOptions& o) {
  app.add_option("line", o.line, "The case, as a report printed it")->required()->type_name("LINE");
  app.add_option("kernel", o.kernel, "A kernel or fault by name, a shared library by path, as in ./libmine.so")
      ->required()
      ->type_name("KERNEL");
  add_judging(app, o.require);
  add_checks(app, o.checks, "reference and properties");
  add_limits(app, o.limits);
}

void add_fuzz(CLI::App& app, FuzzOptions& o) {
  app.add_option("kernel", o.kernel, "A kernel or fault by name, a shared library by path, as in ./libmine.so")
      ->required()
      ->type_name("KERNEL");
  add_duration(app, "--time", o.seconds,
               "Stop after this long, as in 60s, 5m or 1h; default 60s unless --cases is given");
  app.add_option("--seed", o.seed, "Start of the search; default: drawn and printed")->type_name("N")->check(whole);
  app.add_option("--cases", o.cases, "Stop after this many cases")->type_name("N")->check(whole);
  app.add_option("--corpus", o.corpus, "Folder of cases that are replayed first; finds are kept there")
      ->type_name("DIR");
  add_judging(app, o.require);
  add_reports(app, o.report);
  add_limits(app, o.limits);
}

void add_pack(CLI::App& app, PackOptions& o) {
  app.add_option("-o,--out", o.folder, "Folder to write; new or empty")->required()->type_name("DIR");
  add_cases(app, o, "the one that each case says");
  app.add_option("--dtype", o.dtypes,
                 "Only cases whose tensors have this format (`assay list dtypes`), with commas between; may repeat")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST");
  app.add_option("--require", o.require, "Judge the outputs against this arithmetic, whatever they declare")
      ->type_name("ARITHMETIC")
      ->check(said);
}

void add_grade(CLI::App& app, GradeOptions& o) {
  app.add_option("pack", o.pack, "Folder that `assay pack` wrote")->required()->type_name("PACK");
  app.add_option("outputs", o.outputs, "Folder that a runner wrote")->required()->type_name("OUTPUTS");
  app.add_option("--name", o.name, "The kernel's name in reports; default: what the runner says")->type_name("NAME");
  app.add_option("--case", o.cases, "Grade this case of the pack only; may repeat")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add_judging(app, o.require);
  add_run(app, o.threads, o.strict);
  add_reports(app, o.report);
}

void add_diff(CLI::App& app, DiffOptions& o) {
  app.add_option("before", o.before, "The record (report.json) to compare with")->required()->type_name("BEFORE");
  app.add_option("after", o.after, "The record that may have got worse")->required()->type_name("AFTER");
  app.add_option("--format", o.format, "text or json; default text")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
  app.add_flag("--strict", o.strict, "Cases and kernels that only one of the records has fail as well");
}

void add_list(CLI::App& app, ListOptions& o) {
  app.add_option("topic", o.topic, "What to list; default: all of it")->check(CLI::IsMember(topics));
  app.add_option("--suite", o.suite, "Print the cases of a suite, one line each, instead of a topic")
      ->type_name("NAME");
  app.add_flag("--kill-matrix", o.kill_matrix, "Show which check kills which fault, as measured, instead of a topic");
}

void add_explain(CLI::App& app, ExplainOptions& o) {
  app.add_option("topic", o.topic, "What to explain")->required()->check(CLI::IsMember(subjects));
  app.add_option(
      "subject", o.subject,
      "Of bound (what an output may be off by, term by term), trace (the reference's steps) and case (tensors, "
      "cost): a case line. Of fault, suspect and property: a name. Of verdict: its name, or REPORT.json:N for the "
      "failure or doubt that reports show as [N]. Of problem and arithmetic: a key of that line; default: all keys");
  add_judging(app, o.require, "Take this arithmetic (bound)");
  app.add_option("--kernel", o.kernel, "Take the arithmetic that this kernel declares (bound)")->type_name("KERNEL");
}

}  // namespace

double parse_duration(const std::string& text, const std::string& name) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  const std::string unit(parsed.ptr, end);
  const double factor = unit == "ms" ? 1e-3 : unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (parsed.ec != std::errc() || factor == 0 || !(value >= 0) || value > 1e9)
    throw UsageError(name + ": '" + readable(text) + "' is no duration; right would be 60s, 500ms, 2m or 1h");
  return value * factor;
}

Options parse_options(int count, const char* const* arguments) {
  CLI::App app{
      "Assay judges attention kernels against a certified reference.\n"
      "First steps: `assay check tiled --suite quick`, `assay check ./libmine.so --out report`, `assay VERB --help`.\n"
      "Exit codes: 0 something holds and nothing is worse; 1 something is violated or faulted, or nothing gave\n"
      "evidence; 2 the command line is wrong; 3 the machine is (a file, a library); 130 interrupted.",
      "assay"};
  app.set_version_flag("--version", "assay " ASSAY_VERSION);
  app.require_subcommand(1);
  app.fallthrough(false);
  CheckOptions check;
  ReplayOptions replay;
  FuzzOptions fuzz;
  PackOptions pack;
  GradeOptions grade;
  DiffOptions diff;
  ListOptions list;
  ExplainOptions explain;
  CLI::App* const check_verb =
      app.add_subcommand("check", "Judge kernels on a suite, on problem lines or on tensors from files");
  CLI::App* const replay_verb = app.add_subcommand("replay", "Run one case again, by the line that a report printed");
  CLI::App* const fuzz_verb = app.add_subcommand("fuzz", "Search for a case that breaks a kernel, and shrink it");
  CLI::App* const pack_verb =
      app.add_subcommand("pack", "Write cases and runners for another machine or framework to compute");
  CLI::App* const grade_verb =
      app.add_subcommand("grade", "Judge the outputs that a pack's cases were given elsewhere");
  CLI::App* const diff_verb = app.add_subcommand(
      "diff",
      "Compare two records case by case; exit code 0: no verdict got worse; 1: one did, or nothing is in common");
  CLI::App* const list_verb =
      app.add_subcommand("list", "Show what this build has, with claims, and what it leaves out");
  CLI::App* const explain_verb = app.add_subcommand(
      "explain",
      "Explain in words a failure, a verdict, a bound, the reference's steps, a case, a fault, a suspect, a "
      "property, a key of the problem line or of the arithmetic line");
  add_check(*check_verb, check);
  add_replay(*replay_verb, replay);
  add_fuzz(*fuzz_verb, fuzz);
  add_pack(*pack_verb, pack);
  add_grade(*grade_verb, grade);
  add_diff(*diff_verb, diff);
  add_list(*list_verb, list);
  add_explain(*explain_verb, explain);
  try {
    app.parse(count, arguments);
  } catch (const CLI::CallForVersion& version) {
    return HelpText{std::string(version.what()) + "\n"};
  } catch (const CLI::CallForHelp&) {
    return HelpText{app.help()};
  } catch (const CLI::RequiredError& error) {
    if (!app.get_subcommands().empty())
      throw UsageError(readable(error.what()) + "; `assay " + app.get_subcommands().front()->get_name() +
                       " --help` shows the rest");
    const std::string verb = count > 1 ? "'" + readable(arguments[1]) + "' is no verb" : "a verb is missing";
    std::string known;
    for (const CLI::App* const one : app.get_subcommands([](const CLI::App*) { return true; }))
      known += one->get_name() + ", ";
    throw UsageError(verb + "; right would be " + known + "or --help");
  } catch (const CLI::ParseError& error) {
    throw UsageError(readable(error.what()) + "; `assay --help` and `assay VERB --help` show what is known");
  }
  if (*check_verb) return check;
  if (*replay_verb) return replay;
  if (*fuzz_verb) return fuzz;
  if (*pack_verb) return pack;
  if (*grade_verb) return grade;
  if (*diff_verb) return diff;
  if (*list_verb) return list;
  return explain;
}

}  // namespace assay::reports::cli
