// SPDX-License-Identifier: Apache-2.0
// Tensor core. One instruction aligns `terms` exact products and the addend to the largest exponent, cuts each to F
// fraction bits, adds exactly, and cuts the sum to r bits. With 2^e the largest magnitude's binade, 2^e <= Sum |x|,
// each cut term loses less than 2^(e-F). The term that sets e is not cut when it has at most F fraction bits: a product
// of two 16-bit floats has at most 20, a float32 addend 23; for F < 23 the addend may be cut as well, hence one term
// more. The final cut loses 2^-r of the result:
//     X = instructions (cut_terms 2^-F + 2^-r),   c = X / (1 - X).
// (Bit-accurate model: MMA-Sim, Xie et al.; mechanism: Fasi, Higham, Mikaitis, Pranesh, PeerJ CS 2021.)
//
// Tree. ceil(log2 b) + 1 roundings inside a block, then one addition a block: gamma_{ceil(log2 b) + 1 + T}. Without
// declared blocks the whole sum is one tree.
#include "reference/error/coefficients.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double ceil_log2(double n) { return n <= 1 ? 0 : std::ceil(std::log2(n)); }

double tensor_core(const Accumulator& a, double terms, double blocks) {
  // A block's last instruction may be partly filled: one instruction more for every block.
  const double instructions = std::ceil(terms / a.terms) + blocks;
  const double cut_terms = a.fraction_bits < 23 ? a.terms + 1 : a.terms;
  const double x = instructions * (cut_terms * std::ldexp(1.0, -a.fraction_bits) + std::ldexp(1.0, -a.stored_bits));
  return x < 1 ? x / (1 - x) : infinity;
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
  if (a.kind == Accumulator::Kind::TensorCore) return tensor_core(a, shape.terms, shape.blocks);
  const double product = shape.products_round && !a.fused ? 1 : 0;
  const double sums = a.kind == Accumulator::Kind::Tree ? tree_roundings(shape) : shape.terms;
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
      return gamma(std::min(chain, shape.terms) + ceil_log2(a.row_sum.lanes), u);
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

double underflow_unit(const Arithmetic& a) {
  return a.flush_to_zero ? a.work.min_normal() : a.work.min_subnormal();
}

}  // namespace assay::reference
