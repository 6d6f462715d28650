// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/reindex.hpp"

#include <numeric>
#include <string>

namespace assay::properties {
namespace {

const Positions& positions_of(const Reindex& by, char axis) {
  static const Positions open;
  switch (axis) {
    case 'b': return by.batches;
    case 'h': return by.query_heads;
    case 'g': return by.key_heads;
    case 'q': return by.queries;
    case 'k': return by.keys;
    default: return open;
  }
}

Tensor gather(const Tensor& source, const std::string& axes, const Reindex& by) {
  Index4 extents = source.extents();
  for (std::size_t a = 0; a < extents.size(); ++a) {
    if (const Positions& from = positions_of(by, axes[a])) extents[a] = static_cast<std::int64_t>(from->size());
  }
  Tensor gathered(source.type(), extents);
  for_each_index(extents, [&](const Index4& index) {
    Index4 old = index;
    for (std::size_t a = 0; a < old.size(); ++a) {
      if (const Positions& from = positions_of(by, axes[a])) old[a] = (*from)[static_cast<std::size_t>(index[a])];
    }
    gathered.set_bits(index, source.bits(old));
  });
  return gathered;
}

}  // namespace

Call reindex(const Call& call, const Reindex& by) {
  Call changed = call;
  for_each_tensor(call.inputs, [&](const std::string& name, const Tensor& tensor) {
    set_tensor(changed.inputs, name, gather(tensor, tensor_axes(call.problem, name), by));
  });
  const auto resize = [](std::int64_t& extent, const Positions& from) {
    if (from) extent = static_cast<std::int64_t>(from->size());
  };
  Extents& extents = changed.problem.extents;
  resize(extents.batch, by.batches);
  resize(extents.query_heads, by.query_heads);
  resize(extents.key_heads, by.key_heads);
  resize(extents.query_length, by.queries);
  resize(extents.key_length, by.keys);
  return changed;
}

std::vector<std::int64_t> positions(std::int64_t count) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace assay::properties
