// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assay::reports::cli {

/// What both check and fuzz may be told about reports.
struct ReportOptions {
  std::vector<std::string> reports;  ///< FORMAT:FILE
  std::string folder;                ///< report.json, junit.xml and report.html go there; empty: not asked for
};

/// Which cases; none of them: the suite standard.
struct CaseOptions {
  std::vector<std::string> suites;
  std::vector<std::string> problems;  ///< case lines
  std::vector<std::string> files;     ///< of case lines
  std::vector<std::string> inputs;    ///< safetensors
  std::string convention;             ///< that suites are rewritten to; empty: not asked for
};

/// What a shared library may use while it is judged.
struct SandboxLimits {
  std::optional<double> seconds;           ///< wall time of a call
  std::optional<std::uint64_t> mebibytes;  ///< address space of its process
};

/// How a campaign is judged and told.
struct JudgingOptions {
  std::string require;  ///< arithmetic line; empty: not asked for
  int threads = 0;      ///< 0: one a hardware thread
  bool strict = false;
  ReportOptions report;
};

struct CheckOptions : CaseOptions, JudgingOptions {
  std::vector<std::string> kernels;  ///< empty: all built-in ones
  std::vector<std::string> checks;   ///< reference, properties, or names of properties
  std::optional<double> budget_seconds;
  SandboxLimits limits;
};

struct ReplayOptions {
  std::string line;
  std::string kernel;
  std::string require;
  std::vector<std::string> checks;
  SandboxLimits limits;
};

struct FuzzOptions {
  std::string kernel;
  std::optional<double> seconds;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> cases;
  std::string corpus;
  std::string require;
  ReportOptions report;
  SandboxLimits limits;
};

struct PackOptions : CaseOptions {
  std::string folder;               ///< written to
  std::vector<std::string> dtypes;  ///< empty: all
  std::string require;
};

struct GradeOptions : JudgingOptions {
  std::string pack;                ///< folder that pack wrote
  std::string outputs;             ///< folder that a runner wrote
  std::string name;                ///< of the kernel; empty: the runner's
  std::vector<std::string> cases;  ///< empty: all
};

struct DiffOptions {
  std::string before;  ///< records that check, fuzz or grade wrote
  std::string after;
  std::string format = "text";  ///< text, json
  bool strict = false;
};

struct ListOptions {
  std::string topic;  ///< empty: all, one line each
  std::string suite;  ///< print the lines of this suite
  bool kill_matrix = false;
};

struct ExplainOptions {
  std::string topic;    ///< bound, trace, case, fault, suspect, property, verdict, problem, arithmetic
  std::string subject;  ///< a case line or a name; empty for a whole line of problem or arithmetic
  std::string require;
  std::string kernel;
};

/// Text that was asked for with --help or --version.
struct HelpText {
  std::string text;
};

using Options = std::variant<CheckOptions, ReplayOptions, FuzzOptions, PackOptions, GradeOptions, DiffOptions,
                             ListOptions, ExplainOptions, HelpText>;

/// Arguments to a value. Throws UsageError naming the argument and what would be right.
Options parse_options(int count, const char* const* arguments);

/// "60s", "2m", "1h", "500ms" in seconds. Throws UsageError.
double parse_duration(const std::string& text, const std::string& name);

}  // namespace assay::reports::cli
