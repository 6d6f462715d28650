// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "impls/cuda/emulator/half.hpp"
#include "impls/cuda/emulator/site.hpp"
#include "impls/cuda/fragments.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// One lane's registers of an mma, factors as they lie in them.
struct MmaRegisters {
  std::uint32_t a[4];
  std::uint32_t b[2];
  float c[4];
  float d[4];
};
enum class Factor { Half, Bfloat16 };
/// By all 32 lanes; each product of a row and a column by the launch's DotModel.
void mma(Factor factor, MmaRegisters& registers, Site site);

/// By all 32 lanes: lane l hands in the address of row l % 8 of matrix l / 8 (16 bytes, aligned to 16) and receives of
/// matrix m, in result[m], the two elements of row lane / 4 at columns 2 (lane % 4) and behind; of the transposed
/// matrix if asked.
void load_matrices(std::uint32_t* result, int matrices, const void* row, bool transposed, Site site);

}  // namespace assay::emulator

namespace assay::simt {

/// d = a b + c.
template <class T>
void mma_m16n8k16(FragmentC& d, const FragmentA<T>& a, const FragmentB<T>& b, const FragmentC& c,
                  emulator::Site site = emulator::Site::here()) {
  static_assert(std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>);
  emulator::MmaRegisters lane{{a.r[0], a.r[1], a.r[2], a.r[3]}, {b.r[0], b.r[1]}, {c.r[0], c.r[1], c.r[2], c.r[3]}, {}};
  emulator::mma(std::is_same_v<T, __half> ? emulator::Factor::Half : emulator::Factor::Bfloat16, lane, site);
  for (int n = 0; n < 4; ++n) d.r[n] = lane.d[n];
}

inline void ldmatrix_x4(std::uint32_t (&result)[4], const void* row, emulator::Site site = emulator::Site::here()) {
  emulator::load_matrices(result, 4, row, false, site);
}
inline void ldmatrix_x2_trans(std::uint32_t (&result)[2], const void* row,
                              emulator::Site site = emulator::Site::here()) {
  emulator::load_matrices(result, 2, row, true, site);
}

}  // namespace assay::simt
#pragma GCC visibility pop
