// SPDX-License-Identifier: Apache-2.0
// From a call of the plug-in ABI to what kernels take.
#pragma once

#include <algorithm>

#include "impls/cuda/kernels/common/plugin.hpp"
#include "impls/cuda/kernels/common/tensors.hpp"
#include "impls/cuda/kernels/common/visibility.hpp"
#include "impls/plugin_abi.h"

namespace assay::cuda {

/// Features that a Problem and a View describe. A kernel offers these or fewer.
inline constexpr std::uint64_t mask_features = ASSAY_GROUPED_HEADS | ASSAY_INTERLEAVED | ASSAY_VALUE_DIM | ASSAY_SCALE |
                                               ASSAY_CAUSAL | ASSAY_WINDOW | ASSAY_PAST | ASSAY_KEY_LENGTHS |
                                               ASSAY_MASK | ASSAY_BIAS | ASSAY_LSE | ASSAY_EMPTY;

template <class T>
View<T> view_of(const DLTensor* tensor) {
  if (!tensor) return {};
  const std::int64_t* s = tensor->strides;
  return {static_cast<T*>(tensor->data), {s[0], s[1], s[2], s[3]}};
}

inline Problem problem_of(const assay_call& call) {
  const assay_options& o = *call.options;
  const std::int64_t *q = call.query->shape, *v = call.value->shape;
  // Far beyond any length and far from overflow: a larger distance means the same.
  constexpr std::int64_t far = std::int64_t{1} << 48;
  Problem p{};
  p.batch = q[0], p.query_heads = q[1], p.key_heads = v[1], p.queries = q[2], p.keys = v[2], p.head_dim = q[3];
  p.value_dim = v[3];
  p.heads_interleaved = o.heads_interleaved;
  p.causal = o.causal;
  p.from_end = call.key_lengths && o.anchor == ASSAY_BOTTOM_RIGHT;
  p.offset = std::clamp(o.offset, -far, far);
  p.window_left = std::min(o.window_left, far);
  p.window_right = std::min(o.window_right, far);
  p.mask_hides = o.mask_hides;
  p.key_lengths = view_of<const std::int32_t>(call.key_lengths);
  p.query_segments = view_of<const std::int32_t>(call.query_segments);
  p.key_segments = view_of<const std::int32_t>(call.key_segments);
  p.mask = view_of<const std::uint8_t>(call.mask);
  return p;
}

template <class T>
Tensors<T> tensors_of(const assay_call& call) {
  return {problem_of(call),
          view_of<const T>(call.query),
          view_of<const T>(call.key),
          view_of<const T>(call.value),
          view_of<const T>(call.bias),
          view_of<T>(call.out),
          view_of<float>(call.lse),
          static_cast<float>(call.options->scale)};
}

inline GlobalTensor registered(const char* name, const DLTensor* tensor, bool writable) {
  GlobalTensor t{};
  t.name = name;
  if (!tensor) return t;
  t.data = tensor->data;
  std::copy_n(tensor->shape, 4, t.extents);
  std::copy_n(tensor->strides, 4, t.strides);
  t.element_bytes = tensor->dtype.bits / 8;
  t.writable = writable;
  return t;
}

/// A writable array of a kernel's own.
inline GlobalTensor packed(const char* name, const void* data, std::int64_t count, std::int64_t element_bytes) {
  return {name, data, {1, 1, 1, count}, {count, count, count, 1}, element_bytes, true};
}

/// The call's tensors, and up to two of the kernel's own, before the launches that touch them.
inline void register_tensors_of(const assay_call& call, const GlobalTensor& first = {},
                                const GlobalTensor& second = {}) {
  register_tensors({registered("query", call.query, false), registered("key", call.key, false),
                    registered("value", call.value, false), registered("mask", call.mask, false),
                    registered("bias", call.bias, false), registered("key_lengths", call.key_lengths, false),
                    registered("query_segments", call.query_segments, false),
                    registered("key_segments", call.key_segments, false),
                    registered("alibi_slopes", call.alibi_slopes, false), registered("sinks", call.sinks, false),
                    registered("out", call.out, true), registered("lse", call.lse, true), first, second});
}

/// A grid has at most 65535 blocks in its second and third axis, which are heads and batch.
inline const char* beyond_grid(const assay_call& call) {
  constexpr std::int64_t most = 65535;
  if (call.query->shape[0] > most) return "batch above 65535";
  return call.query->shape[1] > most ? "query_heads above 65535" : nullptr;
}

/// A kernel of fp16 and bf16 that takes all that a Problem and a View describe, in every layout.
inline assay_plugin sixteen_bit_plugin(const char* name, decltype(assay_plugin::forward) forward,
                                       decltype(assay_plugin::supports) supports,
                                       decltype(assay_plugin::arithmetic_for) arithmetic_for) {
  assay_plugin plugin = plugin_head();
  plugin.name = name;
  plugin.dtypes = ASSAY_FP16 | ASSAY_BF16;
  plugin.features = mask_features;
  plugin.promises = ASSAY_ANY_STRIDES | ASSAY_REPEATABLE | ASSAY_BATCH_INVARIANT;
  plugin.forward = forward;
  plugin.supports = supports;
  plugin.arithmetic_for = arithmetic_for;
  return plugin;
}

}  // namespace assay::cuda
