// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/selection.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <thread>

#include "impls/registry.hpp"
#include "impls/plugin/host/sandbox.hpp"
#include "properties/cases/suite.hpp"
#include "reference/model/files/case_file.hpp"
#include "reference/model/contract.hpp"
#include "reports/record/file.hpp"

namespace assay::reports::cli {
namespace {

void add_inputs(const std::string& path, std::vector<Exhibit>& exhibits) {
  CaseFile file = load_case_file(path);
  exhibits.push_back({.origin = {.kind = Origin::Kind::Inputs, .of = std::filesystem::absolute(path).string()},
                      .source = properties::Call{std::move(file.problem), std::move(file.inputs)}});
}

/// Built-in kernels and faults whose names match a pattern of the shell.
std::vector<impls::KernelPointer> matching_kernels(const std::string& pattern) {
  std::vector<impls::KernelPointer> all = impls::all_kernels();
  for (const impls::Fault& fault : impls::all_faults()) all.push_back(fault.kernel);
  std::erase_if(all, [&](const auto& kernel) { return fnmatch(pattern.c_str(), kernel->name().c_str(), 0) != 0; });
  if (all.empty())
    throw UsageError("no kernel matches '" + pattern + "'; try 'fault/*', or a name of `assay list kernels`");
  return all;
}

bool is_pattern(const std::string& name) { return name.find_first_of("*?[") != std::string::npos; }

}  // namespace

impls::KernelPointer select_kernel(const std::string& name, const SandboxLimits& limits) {
  const bool is_path = name.ends_with(".so") || (name.find('/') != std::string::npos && !name.starts_with("fault/"));
  if (!is_path) return impls::find_kernel(name);
  impls::SandboxOptions options;
  if (limits.seconds) options.seconds = *limits.seconds;
  options.cpu_seconds = options.seconds * select_threads(0);
  if (limits.mebibytes) options.memory_bytes = *limits.mebibytes << 20;
  return impls::plugin_kernel(name, options);
}

std::optional<Convention> select_convention(const std::string& asked,
                                            const std::vector<impls::KernelPointer>& kernels) {
  if (!asked.empty()) return parse_convention(asked);
  const std::optional<Convention> first = kernels.empty() ? std::nullopt : kernels.front()->convention();
  const bool shared = std::ranges::all_of(kernels, [&](const auto& kernel) { return kernel->convention() == first; });
  return shared ? first : std::nullopt;
}

void pose_in(const Convention& convention, std::vector<Exhibit>& exhibits) {
  for (Exhibit& exhibit : exhibits) {
    if (exhibit.origin.kind != Origin::Kind::Suite) continue;
    Case posed = std::get<Case>(exhibit.source);
    posed.problem.convention = convention;
    try {
      validate(posed.problem);
    } catch (const UsageError&) {
      continue;
    }
    exhibit.source = std::move(posed);
  }
}

std::vector<impls::KernelPointer> select_kernels(const std::vector<std::string>& names, const SandboxLimits& limits) {
  if (names.empty()) return impls::all_kernels();
  std::vector<impls::KernelPointer> kernels;
  for (const std::string& name : names) {
    const auto meant = is_pattern(name) ? matching_kernels(name) : std::vector{select_kernel(name, limits)};
    for (const impls::KernelPointer& kernel : meant)
      if (!std::ranges::count(kernels, kernel)) kernels.push_back(kernel);
  }
  return kernels;
}

std::vector<Exhibit> select_exhibits(const CaseOptions& options, const std::vector<std::string>& checks) {
  std::vector<Exhibit> exhibits;
  const bool given = !options.problems.empty() || !options.files.empty() || !options.inputs.empty();
  std::vector<std::string> suites = options.suites;
  if (suites.empty() && !given) suites.emplace_back("standard");
  for (const std::string& name : suites)
    std::ranges::move(exhibits_of_suite(name, checks), std::back_inserter(exhibits));
  for (const std::string& line : options.problems) exhibits.push_back({.source = parse_case(line)});
  for (const std::string& path : options.files)
    for (const Case& the_case : properties::parse_cases(path, read_file(path)))
      exhibits.push_back({.origin = {.kind = Origin::Kind::Lines, .of = path}, .source = the_case});
  for (const std::string& path : options.inputs) add_inputs(path, exhibits);
  return exhibits;
}

int select_threads(int asked) {
  return asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::optional<Arithmetic> select_arithmetic(const std::string& require) {
  if (require.empty()) return std::nullopt;
  return parse_arithmetic(require);
}

}  // namespace assay::reports::cli
