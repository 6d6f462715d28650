// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/model/case/case.hpp"

namespace assay::properties {

/// A case like another one, on which a name for its failure must stand as well.
struct FreshCase {
  Case the_case;
  bool same_shape = true;
};

/// Other numbers; plain ones; longer by a multiple of every tile, where the options of the case go with that.
std::vector<FreshCase> fresh_cases(const Case& the_case);

/// Cases that tell apart what cannot be told apart on this one: without any option; with every offset and window moved;
/// with a few features and keys more, so that a scale that was a power of two is none. A name need not stand on them.
std::vector<FreshCase> telling_cases(const Case& the_case);

}  // namespace assay::properties
