// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/model/contract.hpp"
#include "reference/model/float_format.hpp"

namespace assay {

/// Four extents or four indices, in the order that the tensor states, e.g. (batch, head, query, feature).
using Index4 = std::array<std::int64_t, 4>;

/// A typed view that does not own: data, extents and strides counted in elements (a stride may be 0 or larger than
/// contiguous).
template <class T>
struct TensorView {
  T* data = nullptr;
  Index4 extents{};
  Index4 strides{};

  /// Unchecked: kernels' inner loops use it.
  T& operator()(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) const {
    return data[a * strides[0] + b * strides[1] + c * strides[2] + d * strides[3]];
  }
  /// First element of the innermost run at (a, b, c).
  T* row(std::int64_t a, std::int64_t b, std::int64_t c) const {
    return data + (a * strides[0] + b * strides[1] + c * strides[2]);
  }
};

/// What an element is: a float format, a truth value (one byte, 0 or 1) or a 32-bit integer.
struct ElementType {
  enum class Kind { Float, Bool, Int32 };
  Kind kind = Kind::Float;
  FloatFormat format{};  ///< meaningful for Float only

  static ElementType of(const FloatFormat& format) { return {Kind::Float, format}; }
  static ElementType boolean() { return {Kind::Bool, {}}; }
  static ElementType int32() { return {Kind::Int32, {}}; }

  bool operator==(const ElementType&) const = default;
  std::size_t bytes() const;
  std::string_view name() const;
};

/// An owning four-dimensional tensor of any element type with explicit strides. A regular value.
/// The storage may hold more elements than the extents reach: gaps between strided pieces are real memory.
class Tensor {
 public:
  Tensor() = default;
  /// Contiguous (last index fastest), all bytes zero.
  Tensor(ElementType type, const Index4& extents);
  /// With given non-negative strides in elements; storage reaches up to the last element addressed. All bytes zero.
  Tensor(ElementType type, const Index4& extents, const Index4& strides);

  const ElementType& type() const { return type_; }
  const Index4& extents() const { return extents_; }
  const Index4& strides() const { return strides_; }
  std::int64_t size() const { return extents_[0] * extents_[1] * extents_[2] * extents_[3]; }

  std::byte* bytes() { return storage_.data(); }
  const std::byte* bytes() const { return storage_.data(); }
  std::size_t storage_bytes() const { return storage_.size(); }

  /// Element as a double (exact). Throws UsageError for an index outside the extents, as the next three do.
  double get(const Index4& index) const;
  /// Store a double: rounded to nearest for floats, non-zero is true for Bool.
  void set(const Index4& index, double value);
  /// The raw bits of an element.
  std::uint64_t bits(const Index4& index) const;
  void set_bits(const Index4& index, std::uint64_t bits);

  /// Element at an index of a larger tensor onto which this one is broadcast: an axis of extent 1 is read at 0.
  double get_broadcast(const Index4& index) const;

  /// The run along the last axis at (a, b, c), decoded.
  std::vector<double> row(std::int64_t a, std::int64_t b, std::int64_t c) const;

  /// Same elements in a new layout.
  Tensor with_strides(const Index4& strides) const;
  Tensor contiguous() const;

  /// Typed view; T has the element's size (std::uint16_t for fp16 and bf16, std::uint8_t for bool and fp8, ...). Throws
  /// UsageError for another one: somebody's kernel, called with a type that it did not expect, must not end the tests.
  template <class T>
  TensorView<T> view() {
    if (sizeof(T) != type_.bytes()) refuse_view(sizeof(T));
    return {reinterpret_cast<T*>(storage_.data()), extents_, strides_};
  }
  template <class T>
  TensorView<const T> view() const {
    if (sizeof(T) != type_.bytes()) refuse_view(sizeof(T));
    return {reinterpret_cast<const T*>(storage_.data()), extents_, strides_};
  }

  /// Same type, extents and element bits (strides and gaps do not count).
  friend bool operator==(const Tensor& a, const Tensor& b);

 private:
  [[noreturn]] void refuse_view(std::size_t bytes) const;
  std::size_t offset_bytes(const Index4& index) const;

  ElementType type_{};
  Index4 extents_{};
  Index4 strides_{};
  std::vector<std::byte> storage_;
};

/// Strides of a contiguous tensor, last index fastest.
Index4 contiguous_strides(const Index4& extents);

/// Call visit(index) for every index of the extents, last index fastest.
template <class Visit>
void for_each_index(const Index4& extents, Visit&& visit) {
  Index4 index{};
  for (index[0] = 0; index[0] < extents[0]; ++index[0])
    for (index[1] = 0; index[1] < extents[1]; ++index[1])
      for (index[2] = 0; index[2] < extents[2]; ++index[2])
        for (index[3] = 0; index[3] < extents[3]; ++index[3]) visit(std::as_const(index));
}

/// "(2, 3, 17, 64)".
std::string to_text(const Index4& extents);

}  // namespace assay
