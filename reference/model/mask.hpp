// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "reference/model/inputs.hpp"

namespace assay {

/// One query row: batch b, query head h, query i.
struct RowIndex {
  std::int64_t batch = 0;
  std::int64_t head = 0;
  std::int64_t query = 0;
  bool operator==(const RowIndex&) const = default;
};

/// One way to hide keys. Extension point: reference/model/masks, one file a rule. A key is visible when every
/// applicable rule shows it.
struct MaskRule {
  std::string_view name;
  std::string_view claim;  ///< which keys it shows, in one line, inclusivity spelled out
  bool (*applies)(const Problem&);
  bool (*visible)(const Problem&, const Inputs&, const RowIndex&, std::int64_t key);
};

const std::vector<MaskRule>& all_mask_rules();

/// True when every rule that applies shows the key. An additive bias of -inf is a rule too.
/// Kernels, emulated arithmetics and outside oracles derive visibility anew and do not include this file.
bool visible(const Problem& problem, const Inputs& inputs, const RowIndex& row, std::int64_t key);

/// The visible keys of a row, ascending.
std::vector<std::int64_t> visible_keys(const Problem& problem, const Inputs& inputs, const RowIndex& row);

/// Position of query 0 on the key axis: past length, key length - query length, or the given offset, by the anchor.
/// Bottom-right counts from the batch's own key length where key lengths are given.
std::int64_t query_offset(const Problem& problem, const Inputs& inputs, std::int64_t batch);

/// The key/value head that a query head reads.
std::int64_t key_head(const Problem& problem, std::int64_t query_head);

}  // namespace assay
