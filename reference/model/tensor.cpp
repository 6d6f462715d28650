// SPDX-License-Identifier: Apache-2.0
#include "reference/model/tensor.hpp"

#include <cstring>

namespace assay {
namespace {

bool inside(const Index4& index, const Index4& extents) {
  for (int axis = 0; axis < 4; ++axis)
    if (index[axis] < 0 || index[axis] >= extents[axis]) return false;
  return true;
}

std::size_t elements_spanned(const Index4& extents, const Index4& strides) {
  std::int64_t last = 0;
  for (int axis = 0; axis < 4; ++axis) {
    ASSAY_ASSERT(extents[axis] >= 0 && strides[axis] >= 0);
    if (extents[axis] == 0) return 0;
    last += (extents[axis] - 1) * strides[axis];
  }
  return static_cast<std::size_t>(last) + 1;
}

}  // namespace

std::size_t ElementType::bytes() const {
  switch (kind) {
    case Kind::Float: return static_cast<std::size_t>(format.storage_bytes());
    case Kind::Bool: return 1;
    case Kind::Int32: return 4;
  }
  return 0;
}

std::string_view ElementType::name() const {
  switch (kind) {
    case Kind::Float: return format.name;
    case Kind::Bool: return "bool";
    case Kind::Int32: return "int32";
  }
  return "";
}

Tensor::Tensor(ElementType type, const Index4& extents) : Tensor(type, extents, contiguous_strides(extents)) {}

Tensor::Tensor(ElementType type, const Index4& extents, const Index4& strides)
    : type_(type),
      extents_(extents),
      strides_(strides),
      storage_(elements_spanned(extents, strides) * type.bytes()) {}

void Tensor::refuse_view(std::size_t bytes) const {
  throw UsageError("a tensor of " + std::string(type_.name()) + ", " + std::to_string(type_.bytes()) +
                   " bytes an element, was viewed in elements of " + std::to_string(bytes) + " bytes");
}

std::size_t Tensor::offset_bytes(const Index4& index) const {
  if (!inside(index, extents_))
    throw UsageError("no element " + to_text(index) + " in a tensor of " + to_text(extents_));
  std::int64_t offset = 0;
  for (int axis = 0; axis < 4; ++axis) offset += index[axis] * strides_[axis];
  return static_cast<std::size_t>(offset) * type_.bytes();
}

std::uint64_t Tensor::bits(const Index4& index) const {
  std::uint64_t bits = 0;
  std::memcpy(&bits, storage_.data() + offset_bytes(index), type_.bytes());
  return bits;
}

void Tensor::set_bits(const Index4& index, std::uint64_t bits) {
  std::memcpy(storage_.data() + offset_bytes(index), &bits, type_.bytes());
}

double Tensor::get(const Index4& index) const {
  const std::uint64_t raw = bits(index);
  switch (type_.kind) {
    case ElementType::Kind::Float: return decode(type_.format, raw);
    case ElementType::Kind::Bool: return raw != 0 ? 1.0 : 0.0;
    case ElementType::Kind::Int32: return static_cast<std::int32_t>(static_cast<std::uint32_t>(raw));
  }
  return 0;
}

void Tensor::set(const Index4& index, double value) {
  switch (type_.kind) {
    case ElementType::Kind::Float: return set_bits(index, encode(type_.format, value));
    case ElementType::Kind::Bool: return set_bits(index, value != 0 ? 1 : 0);
    case ElementType::Kind::Int32: return set_bits(index, static_cast<std::uint32_t>(static_cast<std::int32_t>(value)));
  }
}

double Tensor::get_broadcast(const Index4& index) const {
  Index4 own = index;
  for (int axis = 0; axis < 4; ++axis)
    if (extents_[axis] == 1) own[axis] = 0;
  return get(own);
}

std::vector<double> Tensor::row(std::int64_t a, std::int64_t b, std::int64_t c) const {
  std::vector<double> values(static_cast<std::size_t>(extents_[3]));
  for (std::int64_t d = 0; d < extents_[3]; ++d) values[static_cast<std::size_t>(d)] = get({a, b, c, d});
  return values;
}

Tensor Tensor::with_strides(const Index4& strides) const {
  Tensor copy(type_, extents_, strides);
  for_each_index(extents_, [&](const Index4& index) { copy.set_bits(index, bits(index)); });
  return copy;
}

Tensor Tensor::contiguous() const { return with_strides(contiguous_strides(extents_)); }

bool operator==(const Tensor& a, const Tensor& b) {
  if (a.type_ != b.type_ || a.extents_ != b.extents_) return false;
  const Index4 dense = contiguous_strides(a.extents_);
  if (a.strides_ == dense && b.strides_ == dense)
    return a.storage_.empty() || std::memcmp(a.bytes(), b.bytes(), a.storage_bytes()) == 0;
  bool equal = true;
  for_each_index(a.extents_, [&](const Index4& index) { equal = equal && a.bits(index) == b.bits(index); });
  return equal;
}

Index4 contiguous_strides(const Index4& extents) {
  return {extents[1] * extents[2] * extents[3], extents[2] * extents[3], extents[3], 1};
}

std::string to_text(const Index4& extents) {
  std::string text = "(";
  for (int axis = 0; axis < 4; ++axis) text += (axis ? ", " : "") + std::to_string(extents[axis]);
  return text + ")";
}

}  // namespace assay
