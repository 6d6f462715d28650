// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/kernels/common/call.hpp"
#include "impls/cuda/kernels/common/plugin.hpp"
#include "impls/cuda/kernels/explicit/kernel.hpp"

namespace assay::cuda::explicit_kernel {
namespace {

constexpr unsigned threads = 64;

/// Bytes of shared memory: a piece is rounded up to 16.
std::int64_t shared_bytes(const assay_call& call) {
  const auto piece = [](std::int64_t floats) { return (floats * 4 + 15) / 16 * 16; };
  return piece(call.query->shape[3]) + piece(call.key->shape[2]) + piece(threads / 32);
}

Parameters parameters_of(const assay_call& call) {
  const assay_options& o = *call.options;
  return {problem_of(call),
          view_of<const float>(call.query),
          view_of<const float>(call.key),
          view_of<const float>(call.value),
          view_of<const float>(call.bias),
          view_of<const float>(call.alibi_slopes),
          view_of<const float>(call.sinks),
          view_of<float>(call.out),
          view_of<float>(call.lse),
          static_cast<float>(o.scale),
          static_cast<float>(o.softcap),
          o.softcap_last};
}

assay_status forward(const assay_call* call) {
  const Parameters p = parameters_of(*call);
  const Problem& s = p.problem;
  if (s.batch * s.query_heads * s.queries == 0) return ASSAY_OK;
  register_tensors_of(*call);
  const dim3 grid(static_cast<unsigned>(s.queries), static_cast<unsigned>(s.query_heads),
                  static_cast<unsigned>(s.batch));
  return status_of(launch(attend, grid, dim3(threads), static_cast<std::size_t>(shared_bytes(*call)), call->stream, p));
}

assay_status supports(const assay_call* call, std::int32_t, std::size_t*, const char** why) {
  constexpr std::int64_t most = 48 * 1024;
  *why = beyond_grid(*call);
  if (shared_bytes(*call) > most) *why = "scores of a row above 48 KiB of shared memory";
  return *why ? ASSAY_UNSUPPORTED : ASSAY_OK;
}

assay_plugin describe() {
  assay_plugin plugin = plugin_head();
  plugin.name = "cuda_explicit";
  plugin.arithmetic =
      "fp32 qk=fp32:chain:fused pv=fp32:chain:fused p_normalised=0 row_sum=any:unrounded theta=2 division=ieee";
  plugin.dtypes = ASSAY_FP32;
  plugin.features = mask_features | ASSAY_SOFTCAP | ASSAY_SEGMENTS | ASSAY_ALIBI | ASSAY_SINKS;
  plugin.promises = ASSAY_ANY_STRIDES | ASSAY_REPEATABLE | ASSAY_BATCH_INVARIANT;
  plugin.forward = forward;
  plugin.supports = supports;
  return plugin;
}

}  // namespace
}  // namespace assay::cuda::explicit_kernel

ASSAY_CUDA_PLUGIN(assay::cuda::explicit_kernel::describe)
