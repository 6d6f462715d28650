// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "properties/call.hpp"

namespace assay::properties {

/// For an axis, which old position each new position reads; a position may be left out or repeated. Open: the
/// axis stays.
using Positions = std::optional<std::vector<std::int64_t>>;

struct Reindex {
  Positions batches = std::nullopt;
  Positions query_heads = std::nullopt;
  Positions key_heads = std::nullopt;
  Positions queries = std::nullopt;
  Positions keys = std::nullopt;
};

/// The call with every tensor gathered along these axes, contents bit for bit; extents follow, broadcast axes
/// stay broadcast. What depends on positions (causal, window, ALiBi, key lengths, past) is left as it is: the
/// caller sees to it.
Call reindex(const Call& call, const Reindex& by);

/// 0, 1, ..., count - 1.
std::vector<std::int64_t> positions(std::int64_t count);

}  // namespace assay::properties
