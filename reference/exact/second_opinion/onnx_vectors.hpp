// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "reference/model/inputs.hpp"

namespace assay::reference {

/// A node test of the ONNX operator Attention in the model's words. Definition:
/// https://onnx.ai/onnx/operators/onnx__Attention.html
///
/// past_key and past_value stand before the new keys and move the top-left diagonal; nonpad_kv_seqlen becomes key
/// lengths, and with them the diagonal is bottom-right, counted from each batch member's own length (below zero too);
/// a mask shorter than the keys is continued by false or -inf; 3-D tensors (batch, length, heads * size) become
/// strided views.
struct OnnxVector {
  std::string name;
  Problem problem;
  Inputs inputs;
  Tensor output;                 ///< Y as (batch, heads, length, size)
  std::optional<Tensor> scores;  ///< qk_matmul_output (batch, heads, query, key)
  /// What `scores` are: 0 scaled products, 1 after the soft cap, 2 after the mask as well, 3 the weights.
  int scores_mode = 0;
};

OnnxVector read_onnx_vector(const std::filesystem::path& path);

}  // namespace assay::reference
