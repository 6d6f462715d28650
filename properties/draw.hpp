// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "reference/model/case/random.hpp"

namespace assay::properties {

/// Random decisions one after another: a function of seed and stream alone.
class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t stream)
      : stream_(seed ^ (stream >> 32 << 1), static_cast<std::uint32_t>(stream)) {}

  /// Uniform integer from first to last, both included.
  std::int64_t between(std::int64_t first, std::int64_t last) {
    return first + stream_.below(next_++, last - first + 1);
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  /// One of the list; repeat an entry to weigh it.
  template <class T>
  T pick(std::initializer_list<T> list) {
    return *(list.begin() + between(0, static_cast<std::int64_t>(list.size()) - 1));
  }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(list.size()) - 1))];
  }

 private:
  RandomStream stream_;
  std::uint64_t next_ = 0;
};

}  // namespace assay::properties
