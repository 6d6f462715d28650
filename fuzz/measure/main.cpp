// SPDX-License-Identifier: Apache-2.0
// assay-measure VERB ...: how good Assay itself is. See README.md.
#include <fmt/format.h>

#include <exception>
#include <variant>

#include "fuzz/measure/verbs.hpp"
#include "reference/model/contract.hpp"

namespace {

using namespace assay;

struct Dispatch {
  std::string command;
  int operator()(const measure::PowerOptions& options) const { return measure::power(options, command); }
  int operator()(const measure::HonestOptions& options) const { return measure::honest(options); }
  int operator()(const measure::KillsOptions& options) const { return measure::kills(options); }
  int operator()(const measure::ConfusionOptions& options) const { return measure::confusion(options); }
  int operator()(const measure::SearchOptions& options) const { return measure::search(options); }
  int operator()(const measure::CudaOptions& options) const { return measure::cuda(options); }
  int operator()(const measure::HelpText& help) const {
    fmt::print("{}", help.text);
    return 0;
  }
};

int fail(int code, const std::exception& error) {
  fmt::print(stderr, "assay-measure: {}\n", error.what());
  return code;
}

}  // namespace

int main(int count, char** arguments) {
  std::string command = "build/dev/bin/assay-measure";
  for (int n = 1; n < count; ++n) command += std::string(" ") + arguments[n];
  try {
    return std::visit(Dispatch{command}, measure::parse_options(count, arguments));
  } catch (const UsageError& error) {
    return fail(2, error);
  } catch (const std::exception& error) {
    return fail(3, error);
  }
}
