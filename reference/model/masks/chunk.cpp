// SPDX-License-Identifier: Apache-2.0
#include "reference/model/mask.hpp"

namespace assay::masks {
namespace {

/// Rounded down, below 0 too.
std::int64_t chunk_of(std::int64_t position, std::int64_t chunk) {
  return position / chunk - (position % chunk < 0 ? 1 : 0);
}

}  // namespace

MaskRule chunk() {
  return {
      .name = "chunk",
      .claim = "key j is visible to query i when floor(j / chunk) = floor((i + offset) / chunk) (chunked attention)",
      .applies = [](const Problem& p) { return p.chunk > 0; },
      .visible =
          [](const Problem& p, const Inputs& in, const RowIndex& row, std::int64_t key) {
            return chunk_of(key, p.chunk) == chunk_of(row.query + query_offset(p, in, row.batch), p.chunk);
          }};
}

}  // namespace assay::masks
