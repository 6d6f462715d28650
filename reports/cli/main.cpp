// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <iostream>
#include <new>

#include "reference/model/contract.hpp"
#include "reports/cli/verbs.hpp"
#include "reports/record/text.hpp"

namespace {

using namespace assay::reports;

/// The arguments as a shell would take them again.
std::string command_of(int count, const char* const* arguments) {
  std::string command = "assay";
  for (int n = 1; n < count; ++n) command += " " + shell_word(arguments[n]);
  return command;
}

struct Dispatch {
  std::string command;
  int operator()(const cli::CheckOptions& options) const { return cli::check(options, command); }
  int operator()(const cli::ReplayOptions& options) const { return cli::replay(options, command); }
  int operator()(const cli::FuzzOptions& options) const { return cli::fuzz(options, command); }
  int operator()(const cli::PackOptions& options) const { return cli::pack(options); }
  int operator()(const cli::GradeOptions& options) const { return cli::grade(options, command); }
  int operator()(const cli::DiffOptions& options) const { return cli::diff(options); }
  int operator()(const cli::ListOptions& options) const { return cli::list(options); }
  int operator()(const cli::ExplainOptions& options) const { return cli::explain(options); }
  int operator()(const cli::HelpText& help) const {
    std::cout << help.text;
    return 0;
  }
};

int fail(int code, const char* what) {
  std::cerr << "assay: " << what << "\n";
  return code;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return std::visit(Dispatch{command_of(count, arguments)}, cli::parse_options(count, arguments));
  } catch (const assay::UsageError& error) {
    return fail(2, error.what());
  } catch (const assay::EnvironmentError& error) {
    return fail(3, error.what());
  } catch (const std::bad_alloc&) {
    return fail(3, "out of memory");
  } catch (const std::exception& error) {
    return fail(3, error.what());
  }
}
