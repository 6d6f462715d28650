// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "reference/model/arithmetic.hpp"
#include "reference/model/inputs.hpp"
#include "reference/model/problem.hpp"

namespace assay::impls {

/// Attention as the textbook writes it, one query row at a time: scores, softmax over the visible keys, weighted sum of
/// values. Every sum is a chain in ascending order rounded to float; round_probability is applied to each normalised
/// weight.
void explicit_attention(const Problem& problem, const Inputs& inputs, Outputs& outputs,
                        float (*round_probability)(float));

/// The same in double, probabilities not rounded further.
void explicit_attention_in_double(const Problem& problem, const Inputs& inputs, Outputs& outputs);

/// Largest error of the C library's expf and exp on this platform's common processors, in units in the last place:
/// https://sourceware.org/glibc/manual/2.36/html_node/Errors-in-Math-Functions.html (x86_64 and aarch64: 1).
inline constexpr double library_exp_ulp = 1;

/// What the explicit road declares: chains, exp of score minus maximum, IEEE division before the probabilities are
/// rounded. theta: one rounding of the scale and one of the subtraction.
Arithmetic explicit_arithmetic(std::string_view preset, const FloatFormat& work, const FloatFormat& probability);

}  // namespace assay::impls
