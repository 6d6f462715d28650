// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/mma.hpp"

#include <array>
#include <cstring>
#include <string>

#include "impls/cuda/emulator/machine.hpp"

namespace assay::emulator {
namespace {

constexpr int rows = 16, columns = 8, depth = 16;
constexpr unsigned all_lanes = 0xffffffffu;

struct Matrices {
  float a[rows][depth];
  float b[columns][depth];  // transposed: a column lies together
  float c[rows][columns];
};

float decoded(Factor factor, std::uint32_t word, int part) {
  const auto bits = static_cast<std::uint16_t>(word >> (16 * part));
  return factor == Factor::Half ? half_to_float(bits) : from_bits(static_cast<std::uint32_t>(bits) << 16);
}

/// Row and column of the first element in register n of A, B and C, by lane.
int row_of(int lane, int n) { return lane / 4 + n % 2 * 8; }
int depth_of(int lane, int half) { return lane % 4 * 2 + half * 8; }

void gather(Factor factor, int lane, const MmaRegisters& in, Matrices& m) {
  for (int n = 0; n < 4; ++n)
    for (int part = 0; part < 2; ++part)
      m.a[row_of(lane, n)][depth_of(lane, n / 2) + part] = decoded(factor, in.a[n], part);
  for (int n = 0; n < 2; ++n)
    for (int part = 0; part < 2; ++part) m.b[lane / 4][depth_of(lane, n) + part] = decoded(factor, in.b[n], part);
  for (int n = 0; n < 4; ++n) m.c[row_of(lane, n / 2)][lane % 4 * 2 + n % 2] = in.c[n];
}

template <Factor factor>
void multiply(void* const* payloads, unsigned lanes) {
  if (lanes != all_lanes) return report_absent_source(0, static_cast<unsigned>(__builtin_ctz(~lanes)));
  Matrices m;
  for (int lane = 0; lane < 32; ++lane) gather(factor, lane, *static_cast<const MmaRegisters*>(payloads[lane]), m);
  const DotModel model = machine().launch.model;
  for (int lane = 0; lane < 32; ++lane)
    for (int n = 0; n < 4; ++n) {
      const int row = row_of(lane, n / 2), column = lane % 4 * 2 + n % 2;
      static_cast<MmaRegisters*>(payloads[lane])->d[n] =
          dot(model, {m.a[row], m.b[column], depth, factor == Factor::Half ? -14 : -126}, m.c[row][column]);
    }
}

struct MatrixLoad {
  const std::byte* row;
  std::uint32_t result[4];
  int matrices;
  bool transposed;
};

std::uint16_t element(void* const* payloads, int matrix, int row, int column) {
  std::uint16_t bits;
  std::memcpy(&bits, static_cast<const MatrixLoad*>(payloads[matrix * 8 + row])->row + 2 * column, sizeof bits);
  return bits;
}

void distribute(void* const* payloads, unsigned lanes) {
  if (lanes != all_lanes) return report_absent_source(0, static_cast<unsigned>(__builtin_ctz(~lanes)));
  for (int lane = 0; lane < 32; ++lane) {
    auto& own = *static_cast<MatrixLoad*>(payloads[lane]);
    const int row = lane / 4, column = lane % 4 * 2;
    for (int m = 0; m < own.matrices; ++m) {
      const auto at = [&](int part) -> std::uint32_t {
        return own.transposed ? element(payloads, m, column + part, row) : element(payloads, m, row, column + part);
      };
      own.result[m] = at(0) | at(1) << 16;
    }
  }
}

bool is_readable_row(const void* row, Site site) {
  Machine& m = machine();
  const bool aligned = reinterpret_cast<std::uintptr_t>(row) % 16 == 0;
  if (aligned && is_shared(row, 16)) return !m.launch.observer || m.launch.observer->read(row, 16, site);
  report(aligned ? Kind::SharedOutOfBounds : Kind::MisalignedAccess, site,
         who(*m.current) + " hands ldmatrix at " + to_text(site) + " a row " +
             (aligned ? "where no piece of shared memory is" : "that is not aligned to 16 bytes"));
  return false;
}

}  // namespace

void mma(Factor factor, MmaRegisters& registers, Site site) {
  warp_operation({"mma_m16n8k16", all_lanes, site}, &registers,
                 factor == Factor::Half ? &multiply<Factor::Half> : &multiply<Factor::Bfloat16>);
}

void load_matrices(std::uint32_t* result, int matrices, const void* row, bool transposed, Site site) {
  MatrixLoad own{static_cast<const std::byte*>(row), {}, matrices, transposed};
  if (static_cast<int>(machine().current->lane) < matrices * 8) {
    const InEmulator here;
    if (!is_readable_row(row, site)) stop();
  }
  warp_operation({"ldmatrix", all_lanes, site}, &own, &distribute);
  for (int m = 0; m < matrices; ++m) result[m] = own.result[m];
}

}  // namespace assay::emulator
