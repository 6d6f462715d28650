// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/reindex.hpp"

#include <array>
#include <numeric>
#include <string>

namespace assay::properties {
namespace {

enum class Axis { None, Batch, QueryHead, KeyHead, Query, Key };
using Axes = std::array<Axis, 4>;

Axes axes_of(const Problem& problem, const std::string& name) {
  using enum Axis;
  if (name == "query") return {Batch, QueryHead, Query, None};
  if (name == "key" || name == "value") return {Batch, KeyHead, Key, None};
  if (name == "key_lengths") return {Batch, None, None, None};
  if (name == "query_segments") return {Batch, None, None, Query};
  if (name == "key_segments") return {Batch, None, None, Key};
  if (name == "alibi_slopes" || name == "sinks") return {None, QueryHead, None, None};
  Axes axes{Batch, QueryHead, Query, Key};  // mask, bias, dropout_keep
  const auto& broadcast = name == "mask" ? problem.mask : name == "bias" ? problem.bias : std::nullopt;
  for (std::size_t a = 0; broadcast && a < axes.size(); ++a) {
    if (!broadcast->has[a]) axes[a] = None;
  }
  return axes;
}

const Positions& positions_of(const Reindex& by, Axis axis) {
  static const Positions open;
  switch (axis) {
    case Axis::Batch: return by.batches;
    case Axis::QueryHead: return by.query_heads;
    case Axis::KeyHead: return by.key_heads;
    case Axis::Query: return by.queries;
    case Axis::Key: return by.keys;
    case Axis::None: break;
  }
  return open;
}

Tensor gather(const Tensor& source, const Axes& axes, const Reindex& by) {
  Index4 extents = source.extents();
  for (std::size_t a = 0; a < axes.size(); ++a) {
    if (const Positions& from = positions_of(by, axes[a])) extents[a] = static_cast<std::int64_t>(from->size());
  }
  Tensor gathered(source.type(), extents);
  for_each_index(extents, [&](const Index4& index) {
    Index4 old = index;
    for (std::size_t a = 0; a < axes.size(); ++a) {
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
    set_tensor(changed.inputs, name, gather(tensor, axes_of(call.problem, name), by));
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
