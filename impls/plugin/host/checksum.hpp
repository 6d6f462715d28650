// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::impls::sandbox {

/// XXH3 of bytes: sees accidents, trusts nobody.
std::uint64_t checksum(const void* bytes, std::size_t count, std::uint64_t seed = 0);

}  // namespace assay::impls::sandbox
