// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/kernels/common/call.hpp"
#include "impls/cuda/kernels/common/plugin.hpp"
#include "impls/cuda/kernels/split_kv/kernel.hpp"

namespace assay::cuda::split_kv {
namespace {

#if defined(ASSAY_SMALL_TILES)
#define ASSAY_KERNEL_NAME "cuda_split_kv_small"
using Chosen = Split<8, 2>;
#else
#define ASSAY_KERNEL_NAME "cuda_split_kv"
using Chosen = Split<128, 4>;
#endif
constexpr unsigned merge_threads = 64;

std::int64_t splits_of(const assay_call& call) { return (call.key->shape[2] + Chosen::keys - 1) / Chosen::keys; }

std::int64_t rows_of(const assay_call& call) {
  const std::int64_t* q = call.query->shape;
  return q[0] * q[1] * q[2];
}

/// Outputs, then log-sum-exps.
std::size_t workspace_of(const assay_call& call) {
  return static_cast<std::size_t>(rows_of(call) * splits_of(call) * (call.value->shape[3] + 1)) * sizeof(float);
}

template <class T>
Parameters<T> parameters_of(const assay_call& call) {
  auto* const partial_out = static_cast<float*>(call.workspace);
  return {tensors_of<T>(call), splits_of(call), partial_out,
          partial_out + rows_of(call) * splits_of(call) * call.value->shape[3]};
}

template <class T>
std::string run(const assay_call& call) {
  const Parameters<T> p = parameters_of<T>(call);
  const Problem& s = p.problem;
  register_tensors_of(call, packed("partial_out", p.partial_out, rows_of(call) * p.splits * s.value_dim, 4),
                      packed("partial_lse", p.partial_lse, rows_of(call) * p.splits, 4));
  const auto queries = static_cast<unsigned>(s.queries), heads = static_cast<unsigned>(s.query_heads);
  const auto batch = static_cast<unsigned>(s.batch);
  const auto piece = [](std::int64_t floats) { return static_cast<std::size_t>((floats * 4 + 15) / 16 * 16); };
  const std::size_t shared = piece(s.head_dim) + piece(Chosen::keys) + piece(Chosen::warps);
  std::string trouble;
  if (p.splits > 0)
    trouble = launch(attend<T, Chosen>, dim3(static_cast<unsigned>(p.splits), heads * queries, batch),
                     dim3(Chosen::threads), shared, call.stream, p);
  if (!trouble.empty()) return trouble;
  return launch(merge<T>, dim3(queries, heads, batch), dim3(merge_threads), 0, call.stream, p);
}

assay_status forward(const assay_call* call) {
  if (rows_of(*call) == 0) return ASSAY_OK;
  return status_of(call->query->dtype.code == kDLFloat ? run<__half>(*call) : run<__nv_bfloat16>(*call));
}

assay_status supports(const assay_call* call, std::int32_t, std::size_t* workspace_bytes, const char** why) {
  *why = beyond_grid(*call);
  if (call->query->shape[1] * call->query->shape[2] > 65535) *why = "query_heads times query_length above 65535";
  if (call->query->shape[3] > 8192) *why = "head_dim above 8192";
  *workspace_bytes = workspace_of(*call);
  return *why ? ASSAY_UNSUPPORTED : ASSAY_OK;
}

const char* arithmetic_for(const assay_call* call) {
  static thread_local std::string text;
  // One split is merged too: its log-sum-exp and its weight are rounded as those of many.
  const std::int64_t splits = std::max<std::int64_t>(2, splits_of(*call));
  text = call->query->dtype.code == kDLFloat ? "fp16" : "bf16";
  text += " qk=fp32:any:fused pv=fp32:chain:fused p=fp32 p_normalised=0 block=" + std::to_string(Chosen::keys) +
          " splits=" + std::to_string(splits) + " row_sum=any:unrounded division=ieee";
  return text.c_str();
}

assay_plugin describe() { return sixteen_bit_plugin(ASSAY_KERNEL_NAME, forward, supports, arithmetic_for); }

}  // namespace
}  // namespace assay::cuda::split_kv

ASSAY_CUDA_PLUGIN(assay::cuda::split_kv::describe)
