// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/checker/line_table.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <vector>

namespace assay::emulator {
namespace {

std::vector<std::byte> own_program() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
  return {begin, begin + bytes.size()};
}

TEST(LineTable, OfDamagedFilesSaysNothing) {
  std::vector<std::byte> elf = own_program();
  ASSERT_GT(elf.size(), 100000u);
  EXPECT_FALSE(find_line({}, 1));
  EXPECT_FALSE(find_line(std::span(elf).first(1000), 0x1000));
  EXPECT_FALSE(find_line(elf, ~std::uint64_t{0}));
  // Any byte may be wrong: nothing is read beyond the file and everything ends.
  std::uint64_t state = 1;
  for (int trial = 0; trial < 20; ++trial) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::vector<std::byte> damaged = elf;
    for (std::size_t n = state % 97; n < damaged.size(); n += 97 + state % 1009) damaged[n] ^= std::byte{0x5a};
    damaged[0] = elf[0], damaged[1] = elf[1], damaged[2] = elf[2], damaged[3] = elf[3], damaged[4] = elf[4];
    find_line(damaged, 0x2000 + state % 0x10000);
  }
}

}  // namespace
}  // namespace assay::emulator
