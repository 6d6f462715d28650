// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/call.hpp"
#include "reference/model/mask.hpp"

namespace assay::properties {

/// A call made from another one.
struct Variant {
  std::string what;  ///< "one key element changed", "longer"
  Call call;
  std::vector<RowIndex> rows{};  ///< where the change should show
};

/// The call with one element of one tensor, or one option, changed: every shape and every address may stay. Elements
/// are taken from the end and the middle, so that nobody gets by with a look at the beginning.
std::vector<Variant> same_shape_variants(const Call& call);

/// More examples, queries and keys, made of those there are.
Variant longer(const Call& call);
/// One example, half of the queries and keys.
Variant shorter(const Call& call);

}  // namespace assay::properties
