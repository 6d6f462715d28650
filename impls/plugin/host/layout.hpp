// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "reference/model/tensor.hpp"

namespace assay::impls::sandbox {

/// How the tensors of a call lie in guarded memory.
struct Layout {
  bool sliced = false;   ///< every (batch, head) between guards of its own, by strides; else the tensor as a whole
  bool right = true;     ///< its end, else its beginning, touches the guard
  bool aligned = false;  ///< it begins at a multiple of 16 bytes, so that its end may miss the guard by less than 16
  bool operator==(const Layout&) const = default;
};

/// One tensor in a region of equal slices. Bytes; strides as the worker sees them, guards counted.
struct Placement {
  std::uint64_t slices = 1;
  std::uint64_t slice_bytes = 0;    ///< whole pages
  std::uint64_t content_bytes = 0;  ///< of a slice
  std::uint64_t content_begin = 0;  ///< of every slice
  Index4 strides{};                 ///< elements
  bool as_stored = true;  ///< slices are cut from contiguous storage; else one slice with the tensor's strides
};

/// Where a tensor goes. Contiguous tensors are cut into slices; others keep their strides and are guarded as a whole.
Placement place(const Tensor& tensor, const Layout& layout);

/// Write the elements into a region's linear memory, everything around them 0xff: NaN, true, a large number.
void fill(const Tensor& tensor, const Placement& placement, std::byte* region);

/// Fill a whole region with one element's bits.
void fill_pattern(std::uint64_t bits, std::size_t element_bytes, std::byte* region, std::size_t bytes);

/// Move the elements out of a region into a contiguous tensor, and put the pattern in their place.
void take(Tensor& tensor, const Placement& placement, std::uint64_t pattern, std::byte* region);

/// Offset of the first byte that differs from the pattern; `bytes` if none does.
std::size_t first_difference(std::uint64_t bits, std::size_t element_bytes, const std::byte* region, std::size_t bytes);

/// Where an offset of the worker's address space (guards counted, may be negative) lies relative to a tensor's
/// elements: the nearest slice and the distance to it.
struct Position {
  enum class Side { Before, Inside, Past };
  std::uint64_t slice = 0;
  Side side = Side::Inside;
  std::uint64_t distance = 0;  ///< bytes before the first, past the last (0: the very next), or from the first byte
};
Position position_of(std::int64_t offset, const Placement& placement);

}  // namespace assay::impls::sandbox
