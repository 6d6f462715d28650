// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/checksum.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace assay::impls::sandbox {

std::uint64_t checksum(const void* bytes, std::size_t count, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes, count, seed);
}

}  // namespace assay::impls::sandbox
