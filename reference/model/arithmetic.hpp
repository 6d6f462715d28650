// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/float_format.hpp"

namespace assay {

/// How one kind of sum is accumulated.
struct Accumulator {
  enum class Kind {
    AnyOrder,    ///< n rounded additions in any order, one after another or not
    Chain,       ///< one after another, in key or feature order (the ordered bound applies)
    Tree,        ///< pairwise inside a block, blocks one after another
    TensorCore,  ///< per instruction: `terms` exact products and the addend aligned and cut to `fraction_bits`, result
                 ///< cut to `stored_bits`; with `promoted` terms a group, groups begin at zero and their sums are added
                 ///< in `format` (two-level accumulation: DeepGEMM, FlashAttention-3's float8)
  };
  Kind kind = Kind::AnyOrder;
  FloatFormat format{};  ///< of the running sum
  bool fused = false;    ///< products are not rounded before they are added
  int terms = 0;
  int fraction_bits = 0;
  int stored_bits = 0;
  int promoted = 0;  ///< terms of a group, counted within a block; 0: one running sum
  bool operator==(const Accumulator&) const = default;
};

/// How the row sum of exponentials is formed.
struct RowSum {
  enum class Kind { AnyOrder, PerBlock, PerThread, TensorCore };
  Kind kind = Kind::AnyOrder;
  int lanes = 1;  ///< threads a row is spread over, for PerThread
  std::optional<bool>
      from_rounded;  ///< it sums the probabilities after (true) or before (false) they are rounded; open: either
  bool operator==(const RowSum&) const = default;
};

enum class Division { Ieee, Reciprocal, Approximate };
enum class Log { Accurate, Fast };

/// What a kernel declares about its numbers. Fields left open take the weakest value that a correct kernel of this kind
/// may have, so a declaration can only narrow the bound. Text: one line of key=value behind a preset name.
struct Arithmetic {
  std::string preset;
  FloatFormat work{};                        ///< exponentials, rescaling, division
  Accumulator qk;                            ///< query . key
  Accumulator pv;                            ///< probabilities . values
  std::optional<FloatFormat> score_storage;  ///< scores are rounded to this format once
  FloatFormat probability{};                 ///< format of the probabilities entering P V; equal to work: not rounded
  double probability_scale = 1;              ///< S_P: probabilities are multiplied by it before they are rounded
  /// The probabilities are divided by the row sum before they meet the values (true: materialised softmax) or the
  /// output is divided at the end (false: online softmax); open: either.
  std::optional<bool> normalised_first;
  double exp_ulp = 2;     ///< largest error of one exponential, in units in the last place of `work`
  double tanh_error = 0;  ///< largest relative error of tanh in the soft cap; 0: four units in the last place
  /// Multiply and subtract in the exponent argument are one operation, exp2(fma(s, c, -m c)): the rounding of m c may
  /// leave an argument above zero. Open: either.
  std::optional<bool> fused_exponent;
  double theta = 5;              ///< roundings (in u) on s - max: numerics.md#a10-the-exponents-argument
  int block = 0;                 ///< keys per block; 0: undeclared, as many blocks as keys
  bool ordered_blocks = false;   ///< blocks are visited in ascending key order
  double rescale_threshold = 0;  ///< nats that a block maximum may lie above the one in use (conditional rescale)
  int splits = 1;                ///< independent key ranges merged by their log-sum-exp
  RowSum row_sum;
  bool flush_to_zero = true;  ///< subnormal results of `work` may become zero
  Division division = Division::Approximate;
  Log log = Log::Fast;
  std::optional<FloatFormat> fold;           ///< scale times query is rounded to this format before the first product
  std::optional<FloatFormat> bias_rounding;  ///< the sum score + bias is rounded to this format; open: work
  bool operator==(const Arithmetic&) const = default;
};

/// fp64, fp32, fp16, bf16, e4m3, e5m2: the weakest arithmetic that a kernel of that storage dtype may claim without
/// saying more (fp32: any order, products rounded; 16 bits: fp32 accumulation, probabilities rounded to the storage
/// dtype; ...).
Arithmetic arithmetic_preset(std::string_view name);
std::vector<std::string> arithmetic_presets();

/// "fp32" or "fp32 exp_ulp=1 block=64": the preset and what differs from it; parse_arithmetic(to_text(a)) == a.
std::string to_text(const Arithmetic& arithmetic);
/// Throws UsageError naming the field and what would be right.
Arithmetic parse_arithmetic(std::string_view line);

}  // namespace assay
