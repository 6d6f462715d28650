// SPDX-License-Identifier: Apache-2.0
// Attention in C++: float32 and bfloat16, any strides, causal, windows, key lengths, boolean masks, log-sum-exp.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "impls/plugin_abi.h"

namespace {

struct Bf16 {
  std::uint16_t bits = 0;
  Bf16() = default;
  Bf16(float number) {  // to nearest, ties to even; NaN stays NaN
    const auto all = std::bit_cast<std::uint32_t>(number);
    bits = static_cast<std::uint16_t>(number == number ? (all + 0x7fff + (all >> 16 & 1)) >> 16 : 0x7fc0);
  }
  operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
};

bool is_visible(const assay_call& call, std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
  const assay_options& o = *call.options;
  const std::int64_t length = call.key_lengths ? ASSAY_AT(std::int32_t, call.key_lengths, b, 0, 0, 0) : j + 1;
  const bool from_end = call.key_lengths && o.anchor == ASSAY_BOTTOM_RIGHT;
  const std::int64_t own = i + (from_end ? length - call.query->shape[2] : o.offset);
  if (j >= length || (o.causal && j > own)) return false;
  if (o.window_left >= 0 && own - j > o.window_left) return false;
  if (o.window_right >= 0 && j - own > o.window_right) return false;
  return !call.mask || (ASSAY_AT(std::uint8_t, call.mask, b, h, i, j) != 0) != (o.mask_hides != 0);
}

template <class Number>
void row(const assay_call& call, std::int64_t b, std::int64_t h, std::int64_t i, std::vector<float>& total) {
  const std::int64_t keys = call.key->shape[2], group = call.query->shape[1] / call.key->shape[1];
  const std::int64_t g = call.options->heads_interleaved ? h % call.key->shape[1] : h / group;
  float largest = -std::numeric_limits<float>::infinity(), sum = 0;
  total.assign(static_cast<std::size_t>(call.out->shape[3]), 0.0f);
  for (std::int64_t j = 0; j < keys; ++j) {
    if (!is_visible(call, b, h, i, j)) continue;
    float dot = 0;
    for (std::int64_t d = 0; d < call.query->shape[3]; ++d)
      dot += float(ASSAY_AT(Number, call.query, b, h, i, d)) * float(ASSAY_AT(Number, call.key, b, g, j, d));
    const float score = dot * static_cast<float>(call.options->scale), next = std::fmax(largest, score);
    const float keep = std::exp(largest - next), weight = std::exp(score - next);
    for (std::size_t d = 0; d < total.size(); ++d)
      total[d] = total[d] * keep + weight * float(ASSAY_AT(Number, call.value, b, g, j, static_cast<std::int64_t>(d)));
    sum = sum * keep + weight;
    largest = next;
  }
  for (std::size_t d = 0; d < total.size(); ++d)
    ASSAY_AT(Number, call.out, b, h, i, static_cast<std::int64_t>(d)) = sum == 0 ? 0.0f : total[d] / sum;
  if (call.lse) ASSAY_AT(float, call.lse, b, h, i, 0) = sum == 0 ? largest : largest + std::log(sum);
}

assay_status forward(const assay_call* call) {
  std::vector<float> total;
  const std::int64_t* shape = call->query->shape;
  for (std::int64_t b = 0; b < shape[0]; ++b)
    for (std::int64_t h = 0; h < shape[1]; ++h)
      for (std::int64_t i = 0; i < shape[2]; ++i)
        call->query->dtype.bits == 32 ? row<float>(*call, b, h, i, total) : row<Bf16>(*call, b, h, i, total);
  return ASSAY_OK;
}

constexpr assay_plugin plugin = {ASSAY_PLUGIN_HEAD,
                                 .name = "example_cpp",
                                 .dtypes = ASSAY_FP32 | ASSAY_BF16,
                                 .features = ASSAY_GROUPED_HEADS | ASSAY_INTERLEAVED | ASSAY_VALUE_DIM | ASSAY_SCALE |
                                             ASSAY_CAUSAL | ASSAY_WINDOW | ASSAY_PAST | ASSAY_KEY_LENGTHS | ASSAY_MASK |
                                             ASSAY_LSE | ASSAY_EMPTY,
                                 .promises = ASSAY_ANY_STRIDES | ASSAY_REPEATABLE | ASSAY_BATCH_INVARIANT,
                                 .forward = forward};

}  // namespace

ASSAY_PLUGIN_ENTRY(plugin)
