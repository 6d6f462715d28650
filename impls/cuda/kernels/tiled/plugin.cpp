// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/kernels/common/call.hpp"
#include "impls/cuda/kernels/common/plugin.hpp"
#include "impls/cuda/kernels/tiled/kernel.hpp"

namespace assay::cuda::tiled {
namespace {

constexpr int most_features = 256;
#if defined(ASSAY_SMALL_TILES)
#define ASSAY_TILE_NAME "cuda_tiled_small"
#define ASSAY_TILE_KEYS "8"
using Chosen = Tile<8, 8, 2, most_features>;
#else
#define ASSAY_TILE_NAME "cuda_tiled"
#define ASSAY_TILE_KEYS "64"
using Chosen = Tile<16, 64, 4, most_features>;
#endif

template <class T, class Tile>
std::size_t shared_bytes(const Problem& p) {
  const auto piece = [](std::size_t bytes) { return (bytes + 15) / 16 * 16; };
  const auto pitch = static_cast<std::size_t>(row_pitch(static_cast<int>(p.head_dim)));
  return piece(Tile::rows * pitch * sizeof(T)) + piece(Tile::keys * pitch * sizeof(T)) +
         piece(Tile::keys * static_cast<std::size_t>(p.value_dim) * sizeof(T)) +
         piece(Tile::rows * Tile::keys * sizeof(float));
}

template <class T, class Tile>
std::string run(const assay_call& call) {
  const Parameters<T> p = tensors_of<T>(call);
  const dim3 grid(static_cast<unsigned>((p.problem.queries + Tile::rows - 1) / Tile::rows),
                  static_cast<unsigned>(p.problem.query_heads), static_cast<unsigned>(p.problem.batch));
  return launch(attend<T, Tile>, grid, dim3(Tile::threads), shared_bytes<T, Tile>(p.problem), call.stream, p);
}

assay_status forward(const assay_call* call) {
  const std::int64_t* q = call->query->shape;
  if (q[0] * q[1] * q[2] == 0) return ASSAY_OK;
  register_tensors_of(*call);
  const bool is_half = call->query->dtype.code == kDLFloat;
  return status_of(is_half ? run<__half, Chosen>(*call) : run<__nv_bfloat16, Chosen>(*call));
}

assay_status supports(const assay_call* call, std::int32_t, std::size_t*, const char** why) {
  *why = beyond_grid(*call);
  if (call->query->shape[3] > most_features) *why = "head_dim above 256";
  if (call->value->shape[3] > most_features) *why = "value_dim above 256";
  return *why ? ASSAY_UNSUPPORTED : ASSAY_OK;
}

const char* arithmetic_for(const assay_call* call) {
#define ASSAY_SUMS                                                                        \
  " qk=fp32:chain:fused pv=fp32:chain:fused p=fp32 p_normalised=0 block=" ASSAY_TILE_KEYS \
  " ordered_blocks=1 row_sum=any:unrounded division=ieee"
  return call->query->dtype.code == kDLFloat ? "fp16" ASSAY_SUMS : "bf16" ASSAY_SUMS;
}

assay_plugin describe() { return sixteen_bit_plugin(ASSAY_TILE_NAME, forward, supports, arithmetic_for); }

}  // namespace
}  // namespace assay::cuda::tiled

ASSAY_CUDA_PLUGIN(assay::cuda::tiled::describe)
