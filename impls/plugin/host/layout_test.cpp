// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/layout.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "impls/plugin/wire.hpp"
#include "reference/model/inputs.hpp"

namespace assay::impls::sandbox {
namespace {

Tensor numbered(const Index4& extents) {
  Tensor tensor(ElementType::of(dtype("fp32")), extents);
  double next = 1;
  for_each_index(extents, [&](const Index4& index) { tensor.set(index, next++); });
  return tensor;
}

const Layout all_layouts[] = {{false, false}, {false, true}, {true, false}, {true, true}};

TEST(Layout, WhatIsFilledInIsTakenOutAgain) {
  const Tensor tensor = numbered({2, 3, 5, 7});
  const std::uint64_t pattern = unwritten_bits(dtype("fp32"));
  for (const Layout& layout : all_layouts) {
    const Placement placement = place(tensor, layout);
    std::vector<std::byte> region(placement.slices * placement.slice_bytes);
    fill(tensor, placement, region.data());
    Tensor back(tensor.type(), tensor.extents());
    take(back, placement, pattern, region.data());
    EXPECT_EQ(back, tensor);
  }
}

TEST(Layout, StridesReachEveryElementThroughTheGuards) {
  const Tensor tensor = numbered({2, 3, 5, 7});
  for (const Layout& layout : all_layouts) {
    const Placement p = place(tensor, layout);
    std::vector<std::byte> region(p.slices * p.slice_bytes), spread(p.slices * (p.slice_bytes + worker::guard_bytes));
    fill(tensor, p, region.data());
    for (std::uint64_t s = 0; s < p.slices; ++s)
      std::memcpy(&spread[s * (p.slice_bytes + worker::guard_bytes)], &region[s * p.slice_bytes], p.slice_bytes);
    for_each_index(tensor.extents(), [&](const Index4& index) {
      std::int64_t offset = 0;
      for (std::size_t axis = 0; axis < 4; ++axis) offset += index[axis] * p.strides[axis];
      float value = 0;
      std::memcpy(&value, &spread[p.content_begin + static_cast<std::size_t>(offset) * sizeof value], sizeof value);
      EXPECT_EQ(value, tensor.get(index));
    });
  }
}

TEST(Layout, RightAlignedContentTouchesTheGuard) {
  const Tensor tensor = numbered({2, 2, 4, 8});
  const Placement placement = place(tensor, {true, true});
  EXPECT_EQ(placement.slices, 4u);
  EXPECT_EQ(placement.content_begin + placement.content_bytes, placement.slice_bytes);
}

TEST(Layout, RightAlignedContentOfAnySizeTouchesTheGuard) {
  for (const char* const type : {"fp64", "fp32", "fp16", "e4m3"}) {
    const Tensor odd(ElementType::of(dtype(type)), {1, 2, 3, 5});
    const Placement exact = place(odd, {true, true});
    EXPECT_EQ(exact.content_begin + exact.content_bytes, exact.slice_bytes) << type;
    const Placement aligned = place(odd, {true, true, true});
    EXPECT_EQ(aligned.content_begin % 16, 0u) << type;
    EXPECT_LT(aligned.slice_bytes - aligned.content_begin - aligned.content_bytes, 16u) << type;
  }
}

TEST(Layout, GapsOfAStridedTensorAreNotTheCallers) {
  Tensor tensor(ElementType::of(dtype("fp32")), {1, 1, 2, 2}, {8, 8, 4, 1});
  const Placement placement = place(tensor, {true, false});
  std::vector<std::byte> region(placement.slice_bytes);
  fill(tensor, placement, region.data());
  EXPECT_EQ(region[0], std::byte{0}) << "an element";
  EXPECT_EQ(region[2 * sizeof(float)], std::byte{0xff}) << "the gap behind the first row";
}

TEST(Layout, PositionsNameTheNearestSliceAndTheDistance) {
  const Placement p = place(numbered({1, 2, 4, 8}), {true, true});
  const auto pitch = static_cast<std::int64_t>(p.slice_bytes + worker::guard_bytes);
  const auto end = static_cast<std::int64_t>(p.slice_bytes);
  const auto at = [&](std::int64_t offset) { return position_of(offset, p); };
  EXPECT_EQ(at(end).side, Position::Side::Past);
  EXPECT_EQ(at(end).slice, 0u);
  EXPECT_EQ(at(end).distance, 0u);
  EXPECT_EQ(at(pitch + end - 1).side, Position::Side::Inside);
  EXPECT_EQ(at(pitch + end - 1).slice, 1u);
  EXPECT_EQ(at(-4).side, Position::Side::Before);
  EXPECT_EQ(at(2 * pitch + 8).side, Position::Side::Past);
  EXPECT_EQ(at(2 * pitch + 8).distance, worker::guard_bytes + 8u);
  const Placement left = place(numbered({1, 2, 4, 8}), {true, false});
  EXPECT_EQ(position_of(pitch - 4, left).side, Position::Side::Before) << "nearer to the next slice";
  EXPECT_EQ(position_of(pitch - 4, left).slice, 1u);
  EXPECT_EQ(position_of(pitch - 4, left).distance, 4u);
}

TEST(Pattern, FirstDifferenceIsFound) {
  std::vector<std::byte> region(4096);
  const std::uint64_t bits = unwritten_bits(dtype("fp32"));
  fill_pattern(bits, 4, region.data(), region.size());
  EXPECT_EQ(first_difference(bits, 4, region.data(), region.size()), region.size());
  region[1001] ^= std::byte{1};
  EXPECT_EQ(first_difference(bits, 4, region.data(), region.size()), 1000u);
  fill_pattern(~bits & 0xffffffff, 4, region.data(), region.size());
  EXPECT_EQ(first_difference(bits, 4, region.data(), region.size()), 0u) << "a whole region of another pattern";
}

}  // namespace
}  // namespace assay::impls::sandbox
