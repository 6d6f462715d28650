// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/kernels/common/adder.hpp"
#include "impls/cuda/kernels/common/call.hpp"
#include "impls/cuda/kernels/common/plugin.hpp"
#include "impls/cuda/kernels/tensor_core/kernel.hpp"

namespace assay::cuda::tensor_core {
namespace {

constexpr int most_features = 256;
#if defined(ASSAY_SMALL_TILES)
#define ASSAY_KERNEL_NAME "cuda_tensor_core_small"
using Chosen = Tile<2, 16, most_features>;
#else
#define ASSAY_KERNEL_NAME "cuda_tensor_core"
using Chosen = Tile<4, 32, most_features>;
#endif

std::size_t shared_bytes(const Problem& p) {
  const auto bytes = [](int rows, std::int64_t width) {
    return static_cast<std::size_t>(rows * pitch_of(static_cast<int>(width))) * sizeof(std::uint16_t);
  };
  return bytes(Chosen::rows + 2 * Chosen::keys, p.head_dim) + bytes(2 * Chosen::keys, p.value_dim) +
         Chosen::rows * Chosen::keys * sizeof(float);
}

/// Whether every row begins at a multiple of 16 bytes and is contiguous.
int has_vectors(const DLTensor& tensor) {
  const std::int64_t* s = tensor.strides;
  const bool aligned = reinterpret_cast<std::uintptr_t>(tensor.data) % 16 == 0;
  return aligned && s[3] == 1 && s[0] % 8 == 0 && s[1] % 8 == 0 && s[2] % 8 == 0;
}

assay_status forward(const assay_call* call) {
  const Parameters p{tensors_of<std::uint16_t>(*call), has_vectors(*call->key), has_vectors(*call->value)};
  const Problem& s = p.problem;
  if (s.batch * s.query_heads * s.queries == 0) return ASSAY_OK;
  register_tensors_of(*call);
  const dim3 grid(static_cast<unsigned>((s.queries + Chosen::rows - 1) / Chosen::rows),
                  static_cast<unsigned>(s.query_heads), static_cast<unsigned>(s.batch));
  const auto kernel = call->query->dtype.code == kDLFloat ? attend<__half, Chosen> : attend<__nv_bfloat16, Chosen>;
  return status_of(launch(kernel, grid, dim3(Chosen::threads), shared_bytes(s), call->stream, p));
}

assay_status supports(const assay_call* call, std::int32_t, std::size_t*, const char** why) {
  *why = beyond_grid(*call);
  if (call->query->shape[3] > most_features) *why = "head_dim above 256";
  if (call->value->shape[3] > most_features) *why = "value_dim above 256";
  return *why ? ASSAY_UNSUPPORTED : ASSAY_OK;
}

const char* arithmetic_for(const assay_call* call) {
  static thread_local std::string text;
  text = call->query->dtype.code == kDLFloat ? "fp16" : "bf16";
  text += std::string(" qk=") + tensor_core_adder() + " pv=" + tensor_core_adder() +
          " p_normalised=0 block=" + std::to_string(Chosen::keys) +
          " ordered_blocks=1 row_sum=any:unrounded division=ieee";
  return text.c_str();
}

assay_plugin describe() { return sixteen_bit_plugin(ASSAY_KERNEL_NAME, forward, supports, arithmetic_for); }

}  // namespace
}  // namespace assay::cuda::tensor_core

ASSAY_CUDA_PLUGIN(assay::cuda::tensor_core::describe)
