// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "reference/model/convention.hpp"
#include "reference/model/float_format.hpp"
#include "reference/model/tensor.hpp"

namespace assay {

/// Sizes of one attention call. Query (batch, query_heads, query_length, head_dim); key (batch, key_heads, key_length,
/// head_dim); value (batch, key_heads, key_length, value_dim); output (batch, query_heads, query_length, value_dim).
struct Extents {
  std::int64_t batch = 1;
  std::int64_t query_heads = 1;
  std::int64_t key_heads = 1;
  std::int64_t query_length = 1;
  std::int64_t key_length = 1;
  std::int64_t head_dim = 1;
  std::int64_t value_dim = 1;
  bool operator==(const Extents&) const = default;
};

/// Which of the axes (batch, query head, query, key) a mask or bias tensor has; a missing axis has extent 1 and is
/// broadcast. Text: one character an axis, its letter or 1, e.g. "b11k" for padding, "11qk" for one pattern shared by
/// all.
struct Broadcast {
  std::array<bool, 4> has{};
  bool operator==(const Broadcast&) const = default;
};

/// A side that is not set is unlimited.
struct Window {
  std::optional<std::int64_t> left;
  std::optional<std::int64_t> right;
  bool operator==(const Window&) const = default;
};

struct Dropout {
  double probability = 0;
  bool training = false;   ///< in evaluation nothing is dropped, whatever the probability
  bool mask_given = true;  ///< the kept weights are an input; false: the kernel draws them from Inputs::dropout_seed
  bool operator==(const Dropout&) const = default;
};

/// One attention call without its numbers. A regular value; its text is one line of key=value, printed with defaults
/// left out.
struct Problem {
  Extents extents;
  FloatFormat dtype{};  ///< storage of query, key and value
  FloatFormat out{};    ///< storage of the output
  bool lse = false;     ///< the log-sum-exp is asked for as well, (batch, query_heads, query_length, 1), stored in fp32
                        ///< (fp64 for fp64)
  std::int64_t past = 0;  ///< leading keys that come from a cache; moves the top-left diagonal
  bool causal = false;
  Window window;
  std::int64_t chunk = 0;    ///< keys of a chunk: a query sees only those of the chunk that it stands in; 0: no chunks
  bool key_lengths = false;  ///< tensor (batch, 1, 1, 1) int32: keys at and beyond it are hidden
  bool segments = false;     ///< tensors (batch, 1, 1, length) int32 for queries and keys: visible when equal
  std::optional<Broadcast> mask;  ///< boolean tensor
  std::optional<Broadcast> bias;  ///< additive tensor, in bias_format(); -inf hides
  std::optional<double> scale;    ///< default 1/sqrt(head_dim), the real number
  std::optional<double> softcap;  ///< c: score -> c tanh(score / c)
  bool alibi = false;             ///< slopes (1, query_heads, 1, 1) fp32: score -= slope |i + offset - j|
  bool sinks = false;  ///< logits (1, query_heads, 1, 1) fp32: one more term of the denominator, with no value
  Dropout dropout;
  Convention convention;

  bool operator==(const Problem&) const = default;
};

/// One line, canonical: parse(to_text(p)) == p, and equal problems print equally.
std::string to_text(const Problem& problem);

/// Parse a line. Throws UsageError naming the field and what would be right; checks the combination with validate().
Problem parse_problem(std::string_view line);

/// Throws UsageError for an impossible combination (heads that do not divide, windows below zero, mode without dropout,
/// ...).
void validate(const Problem& problem);

/// A problem of one dtype with everything else at its default.
Problem plain_problem(const Extents& extents, std::string_view dtype_name);

/// The real scale as a double, rounded once.
double scale_value(const Problem& problem);

/// Storage of the additive bias: the problem's dtype, or fp32 where that has 8 bits.
FloatFormat bias_format(const Problem& problem);
/// Storage of the log-sum-exp: fp32, or fp64 for fp64 outputs.
FloatFormat lse_format(const Problem& problem);

/// Extents of the tensors of a call.
Index4 query_extents(const Problem& problem);
Index4 key_extents(const Problem& problem);
Index4 value_extents(const Problem& problem);
Index4 output_extents(const Problem& problem);
Index4 lse_extents(const Problem& problem);
/// (batch, query_heads, query_length, key_length) with the missing axes 1.
Index4 broadcast_extents(const Problem& problem, const Broadcast& broadcast);

/// FLOPs and bytes by the usual cost model, a multiply and an add counting as two: 2 B H Tq Tk (d_k + d_v) for the
/// attention itself, B H Tq Tk elements of the output's dtype for stored weights, and the four projections of a layer
/// around it whose model width is d = H d_k: 2 B d (Tq H d_k + Tk H_kv d_k + Tk H_kv d_v + Tq H d_v). With d_v = d_k,
/// H_kv = H, Tq = Tk = T these are 4 T^2 d and 8 T d^2: equal at T = 2 d.
struct Cost {
  double flops;
  double weight_bytes;
  double projection_flops;
};
Cost cost(const Problem& problem);

}  // namespace assay
