// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/output_fill.hpp"

#include <string>

#include "impls/kernel.hpp"

namespace assay::impls::sandbox {
namespace {

std::uint64_t plain_bits(const OutputFill& fill, const FloatFormat& format) {
  const std::uint64_t mantissa = (std::uint64_t{1} << format.mantissa_bits) - 1;
  if (fill.kind == OutputFill::Kind::Zeros) return 0;
  if (fill.kind == OutputFill::Kind::Numbers) return encode(format, 1) | (fill.drawn & mantissa);
  const std::uint64_t mark = unwritten_bits(format);
  if (!format.has_infinity()) return mark;
  // The sign goes by the call. The first two bits of the mantissa and the last one stay: neither a processor's NaN nor
  // a GPU's comes out.
  const std::uint64_t sign = (fill.drawn & 1) << (format.storage_bits() - 1);
  return mark ^ sign ^ (fill.drawn & (mantissa >> 2) & ~std::uint64_t{1});
}

void mark_unwritten(const std::string& name, Tensor& output, const Tensor* inverse, const OutputFill& fill) {
  const ElementType& type = output.type();
  const bool tells = fill.tells(type);
  const std::uint64_t before = fill.bits(type), inverted = fill.inverse().bits(type);
  for_each_index(output.extents(), [&](const Index4& index) {
    if (output.bits(index) != before) return;
    if (!tells && !(inverse && inverse->bits(index) == inverted)) return;
    if (!type.format.has_infinity()) throw KernelFault("output unwritten", name + to_text(index));
    output.set_bits(index, unwritten_bits(type));
  });
}

bool may_be_unwritten(const Tensor& output, const OutputFill& fill) {
  if (fill.tells(output.type())) return false;
  const std::uint64_t before = fill.bits(output.type());
  bool found = false;
  for_each_index(output.extents(), [&](const Index4& index) { found = found || output.bits(index) == before; });
  return found;
}

}  // namespace

std::uint64_t OutputFill::bits(const ElementType& type) const {
  const bool is_float = type.kind == ElementType::Kind::Float;
  const std::uint64_t plain = is_float ? plain_bits(*this, type.format) : unwritten_bits(type);
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - 8 * type.bytes());
  return inverted ? ~plain & all : plain;
}

bool OutputFill::tells(const ElementType& type) const {
  return kind == Kind::Mark && !inverted && type.format.has_infinity();
}

OutputFill draw_output_fill(std::uint64_t number, std::uint64_t call) {
  using Kind = OutputFill::Kind;
  const std::uint64_t drawn = (number & ~std::uint64_t{7}) | (call & 1);
  if (number % 4 != 0) return {Kind::Mark, drawn, false};
  return {number % 8 == 0 ? Kind::Zeros : Kind::Numbers, drawn, false};
}

bool may_be_unwritten(const Outputs& outputs, const OutputFill& fill) {
  return may_be_unwritten(outputs.out, fill) || (outputs.lse && may_be_unwritten(*outputs.lse, fill));
}

void mark_unwritten(Outputs& outputs, const Outputs* inverse, const OutputFill& fill) {
  mark_unwritten("out", outputs.out, inverse ? &inverse->out : nullptr, fill);
  if (outputs.lse) mark_unwritten("lse", *outputs.lse, inverse ? &*inverse->lse : nullptr, fill);
}

}  // namespace assay::impls::sandbox
