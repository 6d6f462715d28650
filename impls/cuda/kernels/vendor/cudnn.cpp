// SPDX-License-Identifier: Apache-2.0
// Attention by cuDNN's fused graph, through its frontend headers. On a device only.
#include <cudnn_frontend.h>

#include "impls/cuda/kernels/common/adder.hpp"
#include "impls/cuda/kernels/common/call.hpp"
#include "impls/cuda/kernels/common/plugin.hpp"

namespace assay::cuda::vendor {
namespace {

namespace fe = cudnn_frontend;

cudnnHandle_t handle() {
  static const cudnnHandle_t one = [] {
    cudnnHandle_t h = nullptr;
    return cudnnCreate(&h) == CUDNN_STATUS_SUCCESS ? h : nullptr;
  }();
  return one;
}

enum Place : std::int64_t { query_place = 1, key_place, value_place, out_place, stats_place };

fe::graph::Tensor_attributes described(const DLTensor& tensor, const char* name, Place place) {
  return fe::graph::Tensor_attributes()
      .set_name(name)
      .set_uid(place)
      .set_dim({tensor.shape, tensor.shape + 4})
      .set_stride({tensor.strides, tensor.strides + 4});
}

bool is_bottom_right(const assay_call& call) {
  return call.options->offset == call.key->shape[2] - call.query->shape[2];
}

std::string trouble_of(fe::error_t status) { return status.is_good() ? "" : "cuDNN: " + status.get_message(); }

std::string build(const assay_call& call, fe::graph::Graph& graph) {
  const auto type = call.query->dtype.code == kDLFloat ? fe::DataType_t::HALF : fe::DataType_t::BFLOAT16;
  graph.set_io_data_type(type)
      .set_intermediate_data_type(fe::DataType_t::FLOAT)
      .set_compute_data_type(fe::DataType_t::FLOAT);
  auto options = fe::graph::SDPA_attributes().set_name("attention").set_generate_stats(call.lse != nullptr);
  options.set_attn_scale(static_cast<float>(call.options->scale));
  if (call.options->causal && is_bottom_right(call))
    options.set_causal_mask_bottom_right(true);
  else if (call.options->causal)
    options.set_causal_mask(true);
  const auto [out, stats] = graph.sdpa(graph.tensor(described(*call.query, "query", query_place)),
                                       graph.tensor(described(*call.key, "key", key_place)),
                                       graph.tensor(described(*call.value, "value", value_place)), options);
  out->set_output(true).set_uid(out_place).set_dim({call.out->shape, call.out->shape + 4});
  out->set_stride({call.out->strides, call.out->strides + 4});
  if (call.lse) stats->set_output(true).set_uid(stats_place).set_data_type(fe::DataType_t::FLOAT);
  return trouble_of(graph.build(handle(), {fe::HeurMode_t::A}));
}

std::string run(const assay_call& call) {
  fe::graph::Graph graph;
  std::string trouble = build(call, graph);
  if (!trouble.empty()) return trouble;
  std::int64_t bytes = 0;
  trouble = trouble_of(graph.get_workspace_size(bytes));
  if (!trouble.empty()) return trouble;
  void* const workspace = bytes > 0 ? allocate(static_cast<std::size_t>(bytes)) : nullptr;
  if (bytes > 0 && !workspace) return "cuDNN: no memory for its workspace of " + std::to_string(bytes) + " bytes";
  cudnnSetStream(handle(), static_cast<cudaStream_t>(call.stream));
  std::unordered_map<std::int64_t, void*> places{{query_place, call.query->data},
                                                 {key_place, call.key->data},
                                                 {value_place, call.value->data},
                                                 {out_place, call.out->data}};
  if (call.lse) places[stats_place] = call.lse->data;
  trouble = trouble_of(graph.execute(handle(), places, workspace));
  const cudaError_t error = cudaStreamSynchronize(static_cast<cudaStream_t>(call.stream));
  release(workspace);
  if (trouble.empty() && error != cudaSuccess) trouble = cudaGetErrorString(error);
  return trouble;
}

assay_status forward(const assay_call* call) {
  return status_of(handle() ? run(*call) : std::string("cuDNN: no handle"));
}

/// The graph serves more than this: what is refused here has not been tried.
assay_status supports(const assay_call* call, std::int32_t, std::size_t*, const char** why) {
  const assay_options& o = *call->options;
  const std::int64_t head_dim = call->query->shape[3], value_dim = call->value->shape[3];
  *why = nullptr;
  if (head_dim % 8 != 0 || value_dim % 8 != 0) *why = "head_dim or value_dim no multiple of 8";
  if (head_dim > 128 || value_dim > 128) *why = "head_dim or value_dim above 128";
  if (o.causal && o.offset != 0 && !is_bottom_right(*call))
    *why = "a diagonal that is neither top left nor bottom right";
  if (o.causal && o.offset < 0) *why = "queries that see no key";
  return *why ? ASSAY_UNSUPPORTED : ASSAY_OK;
}

const char* arithmetic_for(const assay_call* call) {
  static thread_local std::string text;
  text = call->query->dtype.code == kDLFloat ? "fp16" : "bf16";
  text += std::string(" qk=") + tensor_core_adder() + " pv=" + tensor_core_adder() + " p_normalised=0";
  return text.c_str();
}

assay_plugin describe() {
  assay_plugin plugin = plugin_head();
  plugin.name = "cuda_cudnn";
  plugin.dtypes = ASSAY_FP16 | ASSAY_BF16;
  plugin.features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE | ASSAY_CAUSAL | ASSAY_PAST | ASSAY_LSE;
  plugin.promises = ASSAY_NEEDS_ALIGNED_16;
  plugin.forward = forward;
  plugin.supports = supports;
  plugin.arithmetic_for = arithmetic_for;
  return plugin;
}

}  // namespace
}  // namespace assay::cuda::vendor

ASSAY_CUDA_PLUGIN(assay::cuda::vendor::describe)
