// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/model/arithmetic.hpp"
#include "reference/model/problem.hpp"

namespace assay::reference {

/// gamma_k = k u / (1 - k u): the relative error of k roundings of unit u (Higham, Accuracy and Stability, Lemma 3.1).
/// Infinite for k u >= 1.
double gamma(double roundings, double unit);

/// How a sum of n terms is laid out.
struct SumShape {
  double terms = 0;             ///< n
  double positions = 0;         ///< over how many keys they are spread, hidden ones between them; 0: over n
  double block = 0;             ///< terms per block; 0: undeclared
  double blocks = 1;            ///< blocks that hold a visible key
  bool products_round = false;  ///< a product has more bits than the running sum's format
};

/// c with |computed - exact| <= c Sum |x_t| for a sum of products under an accumulator (numerics.md#a2-sums).
double sum_coefficient(const Accumulator& accumulator, const SumShape& shape);

/// c_l for the row sum of n positive weights (numerics.md#a6-row-sums).
double row_sum_coefficient(const Arithmetic& arithmetic, const SumShape& shape);

/// Relative error of one division: IEEE 1u, reciprocal and product 2u, approximate 5u
/// (numerics.md#a17-division).
double division_error(const Arithmetic& arithmetic);

/// Whether products of two numbers with these significands are rounded when they enter a sum of format `sum`.
bool products_round(const FloatFormat& a, const FloatFormat& b, const FloatFormat& sum);

/// An operand as the adder aligns it: tensor cores take a subnormal one for the smallest normal number
/// (numerics.md#a4-tensor-cores).
double lifted(const Accumulator& adder, double operand, double min_normal);

/// The largest absolute error of one underflowing result: smallest subnormal, or smallest normal when flushed
/// (numerics.md#a18-underflow).
double underflow_unit(const Arithmetic& arithmetic);

}  // namespace assay::reference
