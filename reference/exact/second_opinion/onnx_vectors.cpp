// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/second_opinion/onnx_vectors.hpp"

#include <cstdlib>
#include <limits>

#include "reference/model/files/safetensors.hpp"

namespace assay::reference {
namespace {

/// A number of the flat JSON object of attributes.
std::optional<double> attribute(const Safetensors& file, const std::string& name) {
  const std::string& text = file.metadata.at("attributes");
  const std::size_t at = text.find("\"" + name + "\":");
  if (at == std::string::npos) return std::nullopt;
  return std::strtod(text.c_str() + at + name.size() + 3, nullptr);
}

/// (batch, length, heads * size) is read as (batch, heads, length, size); rank 4 is that already.
Tensor by_head(const FileTensor& file, const std::optional<double>& head_count) {
  if (file.rank == 4) return file.tensor;
  const Index4& e = file.tensor.extents();
  const auto heads = static_cast<std::int64_t>(head_count.value());
  const Index4 extents{e[1], heads, e[2], e[3] / heads};
  Tensor tensor(file.tensor.type(), extents, {e[2] * e[3], extents[3], e[3], 1});
  for_each_index(extents, [&](const Index4& at) {
    tensor.set_bits(at, file.tensor.bits({0, at[0], at[2], at[1] * extents[3] + at[3]}));
  });
  return tensor;
}

/// The past before the present along the key axis.
Tensor joined(const Tensor& past, const Tensor& present) {
  Index4 extents = present.extents();
  const std::int64_t before = past.extents()[2];
  extents[2] += before;
  Tensor tensor(present.type(), extents);
  for_each_index(extents, [&](const Index4& at) {
    tensor.set_bits(at, at[2] < before ? past.bits(at) : present.bits({at[0], at[1], at[2] - before, at[3]}));
  });
  return tensor;
}

void set_heads(const Safetensors& file, OnnxVector& vector) {
  const auto& tensors = file.tensors;
  const auto query_heads = attribute(file, "q_num_heads"), key_heads = attribute(file, "kv_num_heads");
  vector.inputs.query = by_head(tensors.at("Q"), query_heads);
  vector.inputs.key = by_head(tensors.at("K"), key_heads);
  vector.inputs.value = by_head(tensors.at("V"), key_heads);
  vector.output = by_head(tensors.at("Y"), query_heads);
  if (!tensors.contains("past_key")) return;
  const Tensor& past = tensors.at("past_key").tensor;
  vector.problem.past = past.extents()[2];
  vector.inputs.key = joined(past, vector.inputs.key);
  vector.inputs.value = joined(tensors.at("past_value").tensor, vector.inputs.value);
}

Problem problem_of(const Safetensors& file, const OnnxVector& vector) {
  const Index4& q = vector.inputs.query.extents();
  const Index4& k = vector.inputs.key.extents();
  Problem problem = plain_problem({.batch = q[0],
                                   .query_heads = q[1],
                                   .key_heads = k[1],
                                   .query_length = q[2],
                                   .key_length = k[2],
                                   .head_dim = q[3],
                                   .value_dim = vector.inputs.value.extents()[3]},
                                  vector.inputs.query.type().name());
  problem.convention = convention_preset("onnx");
  problem.past = vector.problem.past;
  problem.causal = attribute(file, "is_causal").value_or(0) != 0;
  problem.scale = attribute(file, "scale");
  if (const auto softcap = attribute(file, "softcap"); softcap.value_or(0) != 0) problem.softcap = softcap;
  return problem;
}

void set_lengths(const Safetensors& file, OnnxVector& vector) {
  const auto found = file.tensors.find("nonpad_kv_seqlen");
  if (found == file.tensors.end()) return;
  const std::int64_t batch = vector.problem.extents.batch;
  vector.problem.key_lengths = true;
  vector.problem.convention.anchor.kind = Anchor::Kind::BottomRight;
  vector.inputs.key_lengths = Tensor(ElementType::int32(), {batch, 1, 1, 1});
  for (std::int64_t b = 0; b < batch; ++b)
    vector.inputs.key_lengths->set({b, 0, 0, 0}, found->second.tensor.get({0, 0, 0, b}));
}

void set_mask(const Safetensors& file, OnnxVector& vector) {
  const auto found = file.tensors.find("attn_mask");
  if (found == file.tensors.end()) return;
  const Tensor& given = found->second.tensor;
  const bool boolean = given.type().kind == ElementType::Kind::Bool;
  Broadcast axes;
  for (std::size_t axis = 0; axis < 4; ++axis) axes.has[axis] = axis == 3 || given.extents()[axis] != 1;
  Tensor mask(given.type(), broadcast_extents(vector.problem, axes));
  for_each_index(mask.extents(), [&](const Index4& at) {
    const bool beyond = at[3] >= given.extents()[3];
    mask.set(at, beyond ? (boolean ? 0 : -std::numeric_limits<double>::infinity()) : given.get(at));
  });
  (boolean ? vector.problem.mask : vector.problem.bias) = axes;
  (boolean ? vector.inputs.mask : vector.inputs.bias) = mask;
}

}  // namespace

OnnxVector read_onnx_vector(const std::filesystem::path& path) {
  const Safetensors file = read_safetensors(path);
  OnnxVector vector;
  vector.name = path.stem().string();
  set_heads(file, vector);
  vector.problem = problem_of(file, vector);
  set_lengths(file, vector);
  set_mask(file, vector);
  if (const auto found = file.tensors.find("qk_matmul_output"); found != file.tensors.end())
    vector.scores = found->second.tensor;
  vector.scores_mode = static_cast<int>(attribute(file, "qk_matmul_output_mode").value_or(0));
  check_inputs(vector.problem, vector.inputs);
  return vector;
}

}  // namespace assay::reference
