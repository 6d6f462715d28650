// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// A problem line, case line or convention that an earlier version wrote, in the words of this one: causal=3 and
/// anchor=3 become causal=offset:3 and anchor=offset:3. All else stays as it is, so that parsers say what is wrong with
/// it. Whatever reads lines from files, records and packs passes them through here; what a person types is not.
std::string in_present_words(std::string_view line);

}  // namespace assay
