// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/model/case/case.hpp"

namespace assay::properties {

/// How large and of which dtypes random cases may be. An extent may pass its limit by a little to share no
/// factor with another.
struct CaseLimits {
  std::int64_t length_max = 300;      ///< of queries and keys
  std::int64_t head_dim_max = 64;     ///< of head_dim and value_dim
  std::int64_t work_max = 120'000;    ///< multiplications: batch, query heads, queries, keys, head_dim + value_dim
  std::vector<std::string> dtypes{};  ///< storage of the inputs; empty: every dtype of the build
};

/// Case number `index` of the stream `seed`: a pure function of its arguments, valid, over the whole model.
///
/// The weights follow what hid real faults from real tests (symmetric shapes, iid normal numbers, masks that
/// hide nothing): half the cases have pairwise coprime extents, lengths crowd at 1 to 3 and around 16, 32, 64
/// and 128, batch equals the query length in some of those with a padding mask, options that meet a size (cap,
/// bias, sinks) get values near the scores.
Case random_case(std::uint64_t seed, std::uint64_t index, const CaseLimits& limits = {});

}  // namespace assay::properties
