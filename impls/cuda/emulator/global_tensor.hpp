// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>

namespace assay::simt {

/// A tensor in global memory as a launch hands it to a kernel. Only its elements may be touched: the gaps that strides
/// leave are out of bounds.
struct GlobalTensor {
  const char* name;  ///< as reports call it; kept by address
  const void* data;  ///< null: not there
  std::int64_t extents[4];
  std::int64_t strides[4];  ///< in elements
  std::int64_t element_bytes;
  bool writable;
};

/// All global memory that the launches to come may touch, in place of what was said before; empty on the device. Only
/// the checked flavour looks.
#pragma GCC visibility push(hidden)
void register_tensors(std::initializer_list<GlobalTensor> tensors);
#pragma GCC visibility pop

}  // namespace assay::simt
