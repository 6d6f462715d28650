// SPDX-License-Identifier: Apache-2.0
// Tensor core (numerics.md#a4-tensor-cores). One instruction aligns `terms` exact products and the addend to the
// largest exponent, cuts each to F fraction bits, adds exactly, and cuts the sum to r bits. With 2^e the largest
// magnitude's binade, 2^e <= Sum |x|, each cut term loses less than 2^(e-F). The term that sets e is not cut when it
// has at most F fraction bits: a product of two 16-bit floats has at most 20, a float32 addend 23; for F < 23 the
// addend may be cut as well. The final cut loses 2^-r of the result. Each of n terms is cut once, and an instruction
// without a term that is not zero cuts nothing (the addend sets e and has r bits), so that with I instructions that
// hold one
//     X = n 2^-F + I (2^-F [F < 23] + 2^-r),   c = X / (1 - X),
// I = min(n, ceil(positions / K) + blocks): hidden keys take places too, and a block's last instruction may be partly
// filled.
// Promoted groups of m terms begin at zero, hold at most m / K instructions and are added by G - 1 roundings, where
// G = min(n, ceil(positions / m) + blocks): c = (1 + c_group)(1 + gamma_G) - 1.
// (Bit-accurate model: MMA-Sim, Xie et al.; mechanism: Fasi, Higham, Mikaitis, Pranesh, PeerJ CS 2021.)
//
// Tree (numerics.md#a5-trees-and-blocks). ceil(log2 b) + 1 roundings inside a block, then one addition a block:
// gamma_{ceil(log2 b) + 1 + T}. Without declared blocks the whole sum is one tree. Whatever the layout, n terms are
// never added by more than n roundings: the places of hidden keys add zeros, exactly.
#include "reference/error/worst/coefficients.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double ceil_log2(double n) { return n <= 1 ? 0 : std::ceil(std::log2(n)); }

double cuts(const Accumulator& a, double terms, double instructions) {
  const double cut = std::ldexp(1.0, -a.fraction_bits), stored = std::ldexp(1.0, -a.stored_bits);
  const double x = terms * cut + instructions * ((a.fraction_bits < 23 ? cut : 0) + stored);
  return x < 1 ? x / (1 - x) : infinity;
}

double tensor_core(const Accumulator& a, const SumShape& shape) {
  const double positions = std::max(shape.positions, shape.terms);
  const auto pieces = [&](double size) { return std::min(shape.terms, std::ceil(positions / size) + shape.blocks); };
  if (a.promoted == 0) return cuts(a, shape.terms, pieces(a.terms));
  const double group = std::min<double>(a.promoted, shape.terms);
  // NOLINTNEXTLINE(bugprone-integer-division): whole instructions
  const double inner = cuts(a, group, std::min(group, static_cast<double>(a.promoted / a.terms)));
  return (1 + inner) * (1 + gamma(pieces(a.promoted), a.format.unit_roundoff())) - 1;
}

double tree_roundings(const SumShape& shape) {
  if (shape.block == 0) return ceil_log2(shape.terms) + 1;
  return ceil_log2(std::min(shape.block, shape.terms)) + 1 + shape.blocks;
}

double division_roundings(Division division) {
  switch (division) {
    case Division::Ieee: return 1;
    case Division::Reciprocal: return 2;
    case Division::Approximate: return 5;
  }
  return 5;
}

}  // namespace

double gamma(double roundings, double unit) {
  const double x = roundings * unit;
  return x < 1 ? x / (1 - x) : infinity;
}

double sum_coefficient(const Accumulator& a, const SumShape& shape) {
  if (a.kind == Accumulator::Kind::TensorCore) return tensor_core(a, shape);
  const double product = shape.products_round && !a.fused ? 1 : 0;
  const double sums = a.kind == Accumulator::Kind::Tree ? std::min(tree_roundings(shape), shape.terms) : shape.terms;
  return gamma(sums + product, a.format.unit_roundoff());
}

double row_sum_coefficient(const Arithmetic& a, const SumShape& shape) {
  const double u = a.work.unit_roundoff();
  const double block = shape.block == 0 ? shape.terms : std::min(shape.block, shape.terms);
  switch (a.row_sum.kind) {
    case RowSum::Kind::PerBlock: return std::min(gamma(block + shape.blocks, u), gamma(shape.terms, u));
    case RowSum::Kind::PerThread: {
      // Each lane keeps one running sum over all blocks; masked keys add zeros, which are exact.
      const double chain = std::ceil(block / a.row_sum.lanes) * shape.blocks;
      return gamma(std::min(chain + ceil_log2(a.row_sum.lanes), shape.terms), u);
    }
    case RowSum::Kind::TensorCore: return sum_coefficient(a.pv, shape);
    case RowSum::Kind::AnyOrder: break;
  }
  return gamma(shape.terms, u);
}

double division_error(const Arithmetic& a) {
  return division_roundings(a.division) * a.work.unit_roundoff() * (1 + 1e-6);
}

bool products_round(const FloatFormat& a, const FloatFormat& b, const FloatFormat& sum) {
  return a.precision() + b.precision() > sum.precision();
}

double lifted(const Accumulator& adder, double operand, double min_normal) {
  if (adder.kind != Accumulator::Kind::TensorCore || operand == 0) return operand;
  return std::copysign(std::max(std::fabs(operand), min_normal), operand);
}

double underflow_unit(const Arithmetic& a) { return a.flush_to_zero ? a.work.min_normal() : a.work.min_subnormal(); }

}  // namespace assay::reference
