// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reports/record/run.hpp"

namespace assay::reports {

/// For tests: a made-up run with every verdict, every optional part, infinities, and strings that a hostile kernel
/// might return.
Run sample_run();

/// The time of its emulated results, which no report shows: neither so, nor in seconds, nor in words.
inline constexpr double emulated_milliseconds = 987654.25;
inline constexpr const char* emulated_times[] = {"987654", "987.65", "16 min"};

}  // namespace assay::reports
