// SPDX-License-Identifier: Apache-2.0
#include "reference/model/case/random.hpp"

#include <Random123/philox.h>

#include "reference/model/case/normal_quantiles.hpp"

namespace assay {
namespace {

/// Quantile at k/1024 in units of 2^-20.
std::int64_t quantile(std::uint32_t k) {
  return k <= 512 ? detail::normal_quantiles[k] : -std::int64_t{detail::normal_quantiles[1024 - k]};
}

}  // namespace

std::uint32_t RandomStream::bits(std::uint64_t index) const {
  const r123::Philox4x32 generator;
  const std::uint64_t block = index / 4;
  const r123::Philox4x32::ctr_type counter{
      {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), stream_, 0}};
  const r123::Philox4x32::key_type key{{static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}};
  return generator(counter, key)[index % 4];
}

std::int64_t RandomStream::below(std::uint64_t index, std::int64_t bound) const {
  return static_cast<std::int64_t>((std::uint64_t{bits(index)} * static_cast<std::uint64_t>(bound)) >> 32);
}

double RandomStream::normal(std::uint64_t index) const {
  const std::uint32_t random = bits(index);
  const std::uint32_t cell = random >> 22;
  const std::int64_t fraction = random & 0x3fffff;
  const std::int64_t units = quantile(cell) * (0x400000 - fraction) + quantile(cell + 1) * fraction;
  return static_cast<double>(units) * 0x1p-42;
}

double RandomStream::uniform(std::uint64_t index) const { return bits(index) * 0x1p-32; }

}  // namespace assay
