// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assay::measure {

struct PowerOptions {
  std::uint64_t seeds = 0;
  std::vector<std::string> faults;  ///< none: all
};

struct HonestOptions {
  std::uint64_t cases = 0;
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::vector<std::string> kernels;  ///< none: all, and emulated arithmetics
};

struct KillsOptions {
  int threads = 0;                  ///< 0: one a hardware thread
  std::vector<std::string> faults;  ///< none: all
};

struct ConfusionOptions {
  std::uint64_t seeds = 0;
  std::vector<std::string> faults;  ///< none: all
};

struct SearchOptions {
  std::uint64_t cases = 0;
  std::uint64_t seed = 0;
  std::optional<double> seconds;     ///< for each kernel
  std::vector<std::string> kernels;  ///< none: all faults, then all kernels
};

struct CudaOptions {
  std::string library;
  std::string order;
  std::uint64_t cases = 0;
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::string model;  ///< empty: the library's own
};

struct HelpText {
  std::string text;
};

using Options =
    std::variant<PowerOptions, HonestOptions, KillsOptions, ConfusionOptions, SearchOptions, CudaOptions, HelpText>;

/// Throws UsageError that says what was wrong with which argument, and what would be right.
Options parse_options(int count, const char* const* arguments);

}  // namespace assay::measure
