// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace assay {

/// The person's mistake: a flag, a problem line, a tensor file. The message names the place and what would be right.
/// Exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The world's fault: a missing file, no device, a library that cannot be loaded. Exit code 3.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace detail {
[[noreturn]] inline void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assay broke its own contract: %s\n", file, line, condition);
  std::abort();
}
}  // namespace detail

}  // namespace assay

/// Our own mistake: on in every build, prints the place, aborts.
#define ASSAY_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::assay::detail::assertion_failed(#condition, __FILE__, __LINE__))
