// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "impls/plugin/host/layout.hpp"

namespace assay::impls::sandbox {

/// The calls that one run of a kernel makes.
struct Schedule {
  std::vector<Layout> layouts;  ///< one a call
  std::size_t kept = 0;         ///< the call whose outputs are the run's
};

/// What they depend on.
struct Situation {
  bool host = true;           ///< tensors lie in guarded memory of the host
  bool any_strides = false;   ///< the kernel takes slices apart
  bool aligned = false;       ///< it asks for multiples of 16 bytes
  bool small = false;         ///< every layout costs little
  bool twice = false;         ///< one call is too few
  std::uint64_t numbers = 0;  ///< a checksum of problem and inputs
  std::uint64_t run = 0;      ///< runs before this one in the same process, and calls
};

/// All layouts that the kernel takes of a small problem, else one that ends and one that begins at a guard. The numbers
/// choose that of the kept call, equal in every run; the run moves the kept call, so that a kernel right in every other
/// call is not kept right.
Schedule schedule(const Situation& situation);

}  // namespace assay::impls::sandbox
