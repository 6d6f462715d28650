// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect sixteen_bit_accumulator() {
  return {.name = "sixteen_bit_accumulator",
          .claim = "the sum of weighted values is kept in 16 bits",
          .source = "https://github.com/Xilinx/mlir-air/pull/1606",
          .variants = 6,
          .replay = [](const reference::RowData& row, const reference::RowResult& exact, int variant) {
            constexpr std::int64_t blocks[] = {16, 64, 0};
            return replay_row(
                row, exact,
                {.accumulator = rounding_to(variant % 2 == 0 ? "fp16" : "bf16"), .block = blocks[variant / 2]});
          }};
}

}  // namespace assay::properties::suspects
