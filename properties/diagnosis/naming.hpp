// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "impls/kernel.hpp"
#include "properties/call.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {

/// What a report says of a failure: which suspect explains it.
struct Naming {
  std::string suspect;  ///< its name; empty: none known, or none asked
  std::string text;     ///< "explained by: ...", "no known suspect ...", "not evaluated: ..." in one line
};

/// Calls the kernel once more, asks every suspect about its outputs and, given a case, about those of fresh ones
/// (see identify.hpp). A case of very many weights is not evaluated, and the text says so.
Naming name_failure(const impls::Kernel& kernel, const Case& the_case, const Arithmetic& arithmetic);
Naming name_failure(const impls::Kernel& kernel, const Call& call, const Arithmetic& arithmetic);

}  // namespace assay::properties
