// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace assay {

/// A stream of random numbers addressed by index: element n of stream s under a seed is always the same, in any order
/// and on any machine. Philox4x32-10 (Salmon et al., SC11) through Random123. Integers and exactly rounded operations
/// only.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint32_t stream) : seed_(seed), stream_(stream) {}

  std::uint32_t bits(std::uint64_t index) const;
  /// Uniform integer in [0, bound); bound > 0. By multiplication, bias below bound / 2^32.
  std::int64_t below(std::uint64_t index, std::int64_t bound) const;
  /// Standard normal by linear interpolation in a table of 1024 quantile steps: exact in double, within +-4.5.
  double normal(std::uint64_t index) const;
  /// Uniform in [0, 1), a multiple of 2^-32.
  double uniform(std::uint64_t index) const;

 private:
  std::uint64_t seed_;
  std::uint32_t stream_;
};

}  // namespace assay
