// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/model/problem.hpp"
#include "reference/model/tensor.hpp"

namespace assay {

/// The tensors of a call. Which optional ones are present follows from the problem; check_inputs() holds the two
/// together.
struct Inputs {
  Tensor query;
  Tensor key;
  Tensor value;
  std::optional<Tensor> mask;            ///< bool, broadcast_extents(problem, *problem.mask)
  std::optional<Tensor> bias;            ///< bias_format(problem)
  std::optional<Tensor> key_lengths;     ///< int32 (batch, 1, 1, 1)
  std::optional<Tensor> query_segments;  ///< int32 (batch, 1, 1, query_length)
  std::optional<Tensor> key_segments;    ///< int32 (batch, 1, 1, key_length)
  std::optional<Tensor> alibi_slopes;    ///< fp32 (1, query_heads, 1, 1)
  std::optional<Tensor> sinks;           ///< fp32 (1, query_heads, 1, 1)
  std::optional<Tensor> dropout_keep;    ///< bool (batch, query_heads, query_length, key_length): true = kept
  std::uint64_t dropout_seed = 0;        ///< for kernels that draw their own mask

  bool operator==(const Inputs&) const = default;
};

/// What a kernel returns. Created by blank_outputs() with every element a NaN pattern, so that an element left
/// unwritten shows.
struct Outputs {
  Tensor out;                 ///< output_extents(problem), problem.out
  std::optional<Tensor> lse;  ///< lse_extents(problem), lse_format(problem)
  /// bool (batch, query_heads, query_length, key_length): the weights that the kernel kept, where the problem lets it
  /// draw them. A kernel that does not tell leaves every byte as it was.
  std::optional<Tensor> dropout_drawn;

  bool operator==(const Outputs&) const = default;
};

Outputs blank_outputs(const Problem& problem);

/// The bit pattern with which blank_outputs() fills: a NaN with a payload no arithmetic produces; of a truth value one
/// that is neither.
std::uint64_t unwritten_bits(const FloatFormat& format);
std::uint64_t unwritten_bits(const ElementType& type);

/// Throws UsageError naming the tensor that is missing, superfluous, or of the wrong type or extents, and what would be
/// right.
void check_inputs(const Problem& problem, const Inputs& inputs);

/// Visit each tensor that is present under its file name (query key value mask bias key_lengths query_segments
/// key_segments alibi_slopes sinks dropout_keep).
void for_each_tensor(const Inputs& inputs,
                     const std::function<void(const std::string& name, const Tensor& tensor)>& visit);

/// What the problem asks a tensor of this name to be; nullopt if it has no such tensor.
struct TensorSpec {
  ElementType type;
  Index4 extents;
};
std::optional<TensorSpec> tensor_spec(const Problem& problem, const std::string& name);
/// The axes of a tensor by their letters: b batch, h query head, g key head, q query, k key, d head_dim, v value_dim, 1
/// for an axis of extent 1. "bgkd" for key, "b11k" for a mask that the problem broadcasts. Aborts on an unknown name.
std::string tensor_axes(const Problem& problem, const std::string& name);
/// Every name in the order of for_each_tensor.
const std::vector<std::string>& tensor_names();
/// The slot of that name; aborts on an unknown one.
std::optional<Tensor> get_tensor(const Inputs& inputs, const std::string& name);
void set_tensor(Inputs& inputs, const std::string& name, std::optional<Tensor> tensor);

}  // namespace assay
