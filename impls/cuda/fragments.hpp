// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace assay::simt {

/// A lane's part of the matrices of mma.m16n8k16 (PTX ISA, "Matrix fragments for mma.m16n8k16 with floating point
/// type"). With g = lane / 4 and t = lane % 4, a register of A holds two neighbouring columns of one row, the lower in
/// its lower half: r[0] row g columns 2t, r[1] row g+8 columns 2t, r[2] row g columns 2t+8, r[3] row g+8 columns 2t+8.
/// B: r[0] rows 2t and 2t+1 of column g, r[1] rows 2t+8 and 2t+9. C: r[0], r[1] row g columns 2t and 2t+1, r[2], r[3]
/// row g+8.
template <class T>
struct FragmentA {
  std::uint32_t r[4];
};
template <class T>
struct FragmentB {
  std::uint32_t r[2];
};
struct FragmentC {
  float r[4];
};

}  // namespace assay::simt
