// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/checker/areas.hpp"

#include <gtest/gtest.h>

#include <array>

namespace assay::emulator {
namespace {

alignas(16) std::array<float, 256> memory;

const std::byte* at(std::size_t element) { return reinterpret_cast<const std::byte*>(memory.data() + element); }

TEST(Tensor, HoldsItsElementsAndNoGap) {
  // (2, 3, 4, 5) with padded rows, heads and examples.
  const std::int64_t strides[] = {100, 30, 7, 1};
  Tensor tensor({"t", memory.data(), {2, 3, 4, 5}, {100, 30, 7, 1}, 4, true}, 32);
  std::vector<bool> ours(256);
  for (std::int64_t a = 0; a < 2; ++a)
    for (std::int64_t b = 0; b < 3; ++b)
      for (std::int64_t c = 0; c < 4; ++c)
        for (std::int64_t d = 0; d < 5; ++d)
          ours[static_cast<std::size_t>(a * strides[0] + b * strides[1] + c * strides[2] + d)] = true;
  std::vector<bool> cells(120);
  for (std::size_t n = 0; n < 255; ++n) {
    const auto covered = tensor.covered(at(n), 4);
    EXPECT_EQ(covered.has_value(), ours[n]) << n;
    EXPECT_EQ(tensor.covered(at(n), 8).has_value(), ours[n] && ours[n + 1]) << n;
    EXPECT_EQ(tensor.distance(at(n)) == 0, ours[n]) << n;
    if (!covered) continue;
    EXPECT_EQ(covered->count, 1u);
    EXPECT_FALSE(cells.at(covered->first)) << "one cell, two elements";
    cells.at(covered->first) = true;
  }
  EXPECT_EQ(tensor.covered(at(0), 2)->count, 1u);
}

TEST(Tensor, MayBeTransposedBroadcastOrEmpty) {
  const Tensor transposed({"t", memory.data(), {1, 1, 8, 16}, {0, 0, 1, 8}, 4, false}, 32);
  EXPECT_TRUE(transposed.covered(at(127), 4));
  EXPECT_FALSE(transposed.covered(at(128), 4));
  const Tensor broadcast({"t", memory.data(), {4, 4, 1, 8}, {0, 0, 8, 1}, 4, false}, 32);
  EXPECT_TRUE(broadcast.covered(at(7), 4));
  EXPECT_FALSE(broadcast.covered(at(8), 4));
  const Tensor nothing({"t", memory.data(), {4, 0, 1, 8}, {32, 8, 8, 1}, 4, false}, 32);
  EXPECT_FALSE(nothing.covered(at(0), 4));
}

TEST(Tensor, SaysWhereAnAccessBesideItLies) {
  const Tensor tensor({"key", memory.data() + 16, {1, 1, 4, 5}, {0, 0, 8, 1}, 4, false}, 32);
  EXPECT_EQ(tensor.describe(at(16)), "key byte 0");
  EXPECT_EQ(tensor.describe(at(15)), "4 bytes before key");
  EXPECT_EQ(tensor.describe(at(21)), "just past a row of key");
  EXPECT_EQ(tensor.describe(at(23)), "4 bytes before a row of key");
  EXPECT_EQ(tensor.describe(at(16 + 24 + 6)), "4 bytes past the end of key");
  EXPECT_EQ(tensor.extents_for(at(16 + 29)), ", element 29 from the first of its (1, 1, 4, 5)");
  EXPECT_EQ(tensor.extents_for(at(16)), "");
}

TEST(Piece, IsNamedByElement) {
  const Taken taken{2, 24, 8, nullptr, {"impls/cuda/kernels/tiled/kernel.hpp", 55}};
  Piece piece(taken, memory.data(), 32);
  EXPECT_EQ(piece.describe(at(2)), "piece 2 (tiled/kernel.hpp:55)[1]");
  EXPECT_EQ(piece.describe(at(3)), "piece 2 (tiled/kernel.hpp:55)[1] byte 4");
  EXPECT_EQ(piece.describe(at(6)), "index 3 of piece 2 (tiled/kernel.hpp:55), which has 3 elements of 8 bytes");
  EXPECT_EQ(piece.describe(at(7)),
            "4 bytes past the end of piece 2 (tiled/kernel.hpp:55), which has 3 elements of 8 bytes");
  const Piece inner({0, 24, 4, "tile", {}}, memory.data() + 16, 32);
  EXPECT_EQ(inner.describe(at(15)), "4 bytes before tile, which has 6 elements of 4 bytes");
}

TEST(Piece, IsRefinedByFinerAccesses) {
  Piece piece({0, 64, 4, "tile", {}}, memory.data(), 32);
  EXPECT_EQ(piece.covered(at(1), 8)->count, 2u);
  piece.history[1].written = true;
  const auto byte = piece.covered(at(1) + 3, 1);
  EXPECT_EQ(piece.grain_bits, 0u);
  EXPECT_EQ(byte->first, 7u);
  EXPECT_TRUE(piece.history[7].written);
  EXPECT_FALSE(piece.history[8].written);
  EXPECT_EQ(piece.covered(at(1), 8)->count, 8u);
  EXPECT_FALSE(piece.covered(at(15), 8));
}

}  // namespace
}  // namespace assay::emulator
