// SPDX-License-Identifier: Apache-2.0
#include "impls/support/convert.hpp"

#include <array>
#include <cmath>
#include <type_traits>

namespace assay::impls {
namespace {

using EightBitTable = std::array<float, 256>;

EightBitTable make_table(const FloatFormat& format) {
  EightBitTable table{};
  for (unsigned bits = 0; bits < table.size(); ++bits) table[bits] = static_cast<float>(decode(format, bits));
  return table;
}

const EightBitTable& eight_bit_table(const FloatFormat& format) {
  static const EightBitTable e4m3 = make_table(dtype("e4m3"));
  static const EightBitTable e5m2 = make_table(dtype("e5m2"));
  ASSAY_ASSERT(format.name == "e4m3" || format.name == "e5m2");
  return format.name == "e4m3" ? e4m3 : e5m2;
}

struct Run {
  std::int64_t offset;
  std::int64_t stride;
};

Run find_run(const Tensor& tensor, const Index4& start) {
  Run run{0, tensor.extents()[3] == 1 ? 0 : tensor.strides()[3]};
  for (int axis = 0; axis < 4; ++axis)
    if (tensor.extents()[axis] != 1) run.offset += start[axis] * tensor.strides()[axis];
  return run;
}

template <class Bits, class Real, class Decode>
void load(const Tensor& tensor, const Index4& start, std::int64_t count, Real* to, Decode decode_bits) {
  const Run run = find_run(tensor, start);
  const Bits* from = tensor.view<const Bits>().data + run.offset;
  for (std::int64_t n = 0; n < count; ++n) to[n] = static_cast<Real>(decode_bits(from[n * run.stride]));
}

template <class Bits, class Real, class Encode>
void store(Tensor& tensor, const Index4& start, std::int64_t count, const Real* from, Encode encode_value) {
  const Run run = find_run(tensor, start);
  Bits* to = tensor.view<Bits>().data + run.offset;
  for (std::int64_t n = 0; n < count; ++n) to[n * run.stride] = encode_value(from[n]);
}

}  // namespace

std::uint16_t half_from_float(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
  if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // 65520 and above
  if (magnitude < 0x38800000u) {
    // Below 2^-14: adding 1/2 leaves the multiple of 2^-24 in the low bits, rounded to nearest even by the addition.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u));
  }
  const std::uint32_t odd = (magnitude >> 13) & 1u;
  return static_cast<std::uint16_t>(sign | ((magnitude + 0xfffu + odd - (112u << 23)) >> 13));
}

std::uint16_t bfloat_from_float(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>(((bits >> 16) & 0x8000u) | 0x7fc0u);
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

template <class Real>
void load_run(const Tensor& tensor, const Index4& start, std::int64_t count, Real* to) {
  const FloatFormat& format = tensor.type().format;
  const auto same = [](auto value) { return value; };
  if (format.name == "fp32") return load<float>(tensor, start, count, to, same);
  if (format.name == "fp16") return load<std::uint16_t>(tensor, start, count, to, float_from_half);
  if (format.name == "bf16") return load<std::uint16_t>(tensor, start, count, to, float_from_bfloat);
  if (format.name == "fp64") return load<double>(tensor, start, count, to, same);
  const EightBitTable& table = eight_bit_table(format);
  load<std::uint8_t>(tensor, start, count, to, [&](std::uint8_t bits) { return table[bits]; });
}

template <class Real>
void store_run(Tensor& tensor, const Index4& start, std::int64_t count, const Real* from) {
  const FloatFormat format = tensor.type().format;
  const auto general = [&](Real value) { return encode(format, static_cast<double>(value)); };
  switch (tensor.type().bytes()) {
    case 1: return store<std::uint8_t>(tensor, start, count, from, general);
    case 8: return store<double>(tensor, start, count, from, [](Real value) { return static_cast<double>(value); });
    case 4: return store<float>(tensor, start, count, from, [](Real value) { return static_cast<float>(value); });
    default: break;
  }
  if constexpr (std::is_same_v<Real, float>) {
    const bool half = format.name == "fp16";
    return store<std::uint16_t>(tensor, start, count, from, half ? half_from_float : bfloat_from_float);
  } else {
    store<std::uint16_t>(tensor, start, count, from, general);
  }
}

template void load_run(const Tensor&, const Index4&, std::int64_t, float*);
template void load_run(const Tensor&, const Index4&, std::int64_t, double*);
template void store_run(Tensor&, const Index4&, std::int64_t, const float*);
template void store_run(Tensor&, const Index4&, std::int64_t, const double*);

}  // namespace assay::impls
