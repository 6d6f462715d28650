// SPDX-License-Identifier: Apache-2.0
// Attention by cuBLAS: a matrix product, a softmax, a matrix product. On a device only. Keys beyond the last visible
// one are left out of the products; a NaN or infinite value that some query of a head sees reaches all of its queries,
// since a product has no mask.
#include <cublas_v2.h>

#include "impls/cuda/kernels/common/adder.hpp"
#include "impls/cuda/kernels/common/call.hpp"
#include "impls/cuda/kernels/common/plugin.hpp"
#include "impls/cuda/kernels/vendor/softmax.hpp"

namespace assay::cuda::vendor {
namespace {

cublasHandle_t handle() {
  static const cublasHandle_t one = [] {
    cublasHandle_t h = nullptr;
    return cublasCreate(&h) == CUBLAS_STATUS_SUCCESS ? h : nullptr;
  }();
  return one;
}

template <class T>
constexpr cudaDataType_t type_of = CUDA_R_32F;
template <>
constexpr cudaDataType_t type_of<__half> = CUDA_R_16F;
template <>
constexpr cudaDataType_t type_of<__nv_bfloat16> = CUDA_R_16BF;

/// Problem whose keys end with the last one that any query sees.
Problem shortened(const assay_call& call) {
  Problem p = problem_of(call);
  if (p.causal) p.keys = std::clamp<std::int64_t>(p.queries + p.offset, 0, p.keys);
  return p;
}

/// c (rows x columns) = alpha a (rows x depth) times b or its transpose, all by rows, one for each head of a group; b
/// is the group's own.
template <class C>
struct Product {
  std::int64_t rows, columns, depth, heads;
  bool transposed;  ///< b is columns x depth
  float alpha;
};

template <class T, class C>
cublasStatus_t multiply(const Product<C>& m, const T* a, const T* b, C* c) {
  // By columns, which cuBLAS reads, each matrix is its transpose: c' = b' a'.
  const int rows = static_cast<int>(m.rows), columns = static_cast<int>(m.columns), depth = static_cast<int>(m.depth);
  const float beta = 0;
  const auto exact = sizeof(T) == 4 ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_32F;
  return cublasGemmStridedBatchedEx(handle(), m.transposed ? CUBLAS_OP_T : CUBLAS_OP_N, CUBLAS_OP_N, columns, rows,
                                    depth, &m.alpha, b, type_of<T>, m.transposed ? depth : columns, 0, a, type_of<T>,
                                    depth, m.rows * m.depth, &beta, c, type_of<C>, columns, m.rows * m.columns,
                                    static_cast<int>(m.heads), exact, CUBLAS_GEMM_DEFAULT);
}

std::size_t score_count(const assay_call& call) {
  const Problem p = problem_of(call);
  return static_cast<std::size_t>(p.batch * p.query_heads * p.queries * p.keys);
}

/// Either product, for every example and group of heads.
template <class Step>
std::string for_each_group(const Problem& p, Step step) {
  for (std::int64_t b = 0; b < p.batch; ++b)
    for (std::int64_t g = 0; g < p.key_heads; ++g) {
      const cublasStatus_t status = step(b, g);
      if (status != CUBLAS_STATUS_SUCCESS) return std::string("cuBLAS: ") + cublasGetStatusString(status);
    }
  return "";
}

template <class T>
std::string run(const assay_call& call) {
  const Problem p = shortened(call);
  const std::int64_t stored = call.key->shape[2], group = p.query_heads / p.key_heads;
  auto* const scores = static_cast<float*>(call.workspace);
  auto* const weights = reinterpret_cast<T*>(scores + score_count(call));
  const auto* query = static_cast<const T*>(call.query->data);
  const auto* key = static_cast<const T*>(call.key->data);
  const auto* value = static_cast<const T*>(call.value->data);
  auto* const out = static_cast<T*>(call.out->data);
  cublasSetStream(handle(), static_cast<cudaStream_t>(call.stream));
  const auto head = [&](std::int64_t b, std::int64_t g) { return (b * p.query_heads + g * group) * p.queries; };
  std::string trouble = for_each_group(p, [&](std::int64_t b, std::int64_t g) {
    const Product<float> m{p.queries, p.keys, p.head_dim, group, true, static_cast<float>(call.options->scale)};
    return multiply(m, query + head(b, g) * p.head_dim, key + (b * p.key_heads + g) * stored * p.head_dim,
                    scores + head(b, g) * p.keys);
  });
  if (!trouble.empty()) return trouble;
  const Softmax<T> s{p, scores, weights, view_of<float>(call.lse)};
  const dim3 grid(static_cast<unsigned>(p.queries), static_cast<unsigned>(p.query_heads),
                  static_cast<unsigned>(p.batch));
  trouble = launch(soften<T>, grid, dim3(32), 0, call.stream, s);
  if (!trouble.empty()) return trouble;
  trouble = for_each_group(p, [&](std::int64_t b, std::int64_t g) {
    const Product<T> m{p.queries, p.value_dim, p.keys, group, false, 1};
    return multiply(m, weights + head(b, g) * p.keys, value + (b * p.key_heads + g) * stored * p.value_dim,
                    out + head(b, g) * p.value_dim);
  });
  if (!trouble.empty() || call.stream) return trouble;
  const cudaError_t error = cudaDeviceSynchronize();
  return error == cudaSuccess ? "" : cudaGetErrorString(error);
}

assay_status forward(const assay_call* call) {
  if (!handle()) return status_of(std::string("cuBLAS: no handle"));
  if (call->query->dtype.bits == 32) return status_of(run<float>(*call));
  return status_of(call->query->dtype.code == kDLFloat ? run<__half>(*call) : run<__nv_bfloat16>(*call));
}

assay_status supports(const assay_call* call, std::int32_t, std::size_t* workspace_bytes, const char** why) {
  *why = beyond_grid(*call);
  if (call->options->causal && call->query->shape[2] + call->options->offset <= 0) *why = "no key is visible";
  *workspace_bytes = score_count(*call) * (sizeof(float) + call->query->dtype.bits / 8);
  return *why ? ASSAY_UNSUPPORTED : ASSAY_OK;
}

const char* arithmetic_for(const assay_call* call) {
  static thread_local std::string text;
  const std::string rest = " p_normalised=1 row_sum=any:unrounded division=ieee";
  if (call->query->dtype.bits == 32) {
    text = "fp32 qk=fp32:any:fused pv=fp32:any:fused" + rest;
  } else {
    text = call->query->dtype.code == kDLFloat ? "fp16" : "bf16";
    text += std::string(" qk=") + tensor_core_adder() + " pv=" + tensor_core_adder() + rest;
  }
  return text.c_str();
}

assay_plugin describe() {
  assay_plugin plugin = plugin_head();
  plugin.name = "cuda_cublas";
  plugin.dtypes = ASSAY_FP32 | ASSAY_FP16 | ASSAY_BF16;
  plugin.features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE | ASSAY_CAUSAL | ASSAY_PAST | ASSAY_LSE;
  plugin.promises = ASSAY_REPEATABLE;
  plugin.forward = forward;
  plugin.supports = supports;
  plugin.arithmetic_for = arithmetic_for;
  return plugin;
}

}  // namespace
}  // namespace assay::cuda::vendor

ASSAY_CUDA_PLUGIN(assay::cuda::vendor::describe)
