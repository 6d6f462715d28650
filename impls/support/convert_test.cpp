// SPDX-License-Identifier: Apache-2.0
#include "impls/support/convert.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace assay::impls {
namespace {

/// A row of every bit pattern of a format of at most 16 bits.
Tensor every_pattern(const FloatFormat& format) {
  const std::int64_t count = std::int64_t{1} << format.storage_bits();
  Tensor tensor(ElementType::of(format), {1, 1, 1, count});
  for (std::int64_t n = 0; n < count; ++n) tensor.set_bits({0, 0, 0, n}, static_cast<std::uint64_t>(n));
  return tensor;
}

template <class Real>
std::vector<Real> loaded(const Tensor& tensor) {
  std::vector<Real> values(static_cast<std::size_t>(tensor.size()));
  load_run(tensor, {0, 0, 0, 0}, tensor.size(), values.data());
  return values;
}

/// Every number of the format as a float, the midpoints between neighbours, and their float neighbours on both sides.
std::vector<float> rounding_edges(const FloatFormat& format) {
  std::vector<float> edges{INFINITY, -INFINITY, NAN, 0x1p127f, 0x1p-149f};
  const double last = format.max_finite();
  for (std::uint64_t bits = 0; decode(format, bits) <= last; ++bits) {
    const double value = decode(format, bits);
    const double middle = value + ulp(format, value) / 2;
    for (const float edge : {static_cast<float>(value), static_cast<float>(middle)})
      for (const float x : {std::nextafter(edge, -INFINITY), edge, std::nextafter(edge, INFINITY)}) {
        edges.push_back(x);
        edges.push_back(-x);
      }
  }
  return edges;
}

template <class Real>
void expect_stored_as_encoded(const FloatFormat& format) {
  const std::vector<float> edges = rounding_edges(format);
  const std::vector<Real> values(edges.begin(), edges.end());
  Tensor tensor(ElementType::of(format), {1, 1, 1, static_cast<std::int64_t>(values.size())});
  store_run(tensor, {0, 0, 0, 0}, tensor.size(), values.data());
  std::int64_t wrong = 0;
  for (std::int64_t n = 0; n < tensor.size(); ++n)
    wrong += tensor.bits({0, 0, 0, n}) != encode(format, static_cast<double>(values[static_cast<std::size_t>(n)]));
  EXPECT_EQ(wrong, 0) << format.name;
}

TEST(Convert, LoadsEveryPatternAsTheModelDecodesIt) {
  for (const std::string_view name : {"fp16", "bf16", "e4m3", "e5m2"}) {
    const Tensor tensor = every_pattern(dtype(name));
    const std::vector<float> floats = loaded<float>(tensor);
    const std::vector<double> doubles = loaded<double>(tensor);
    std::int64_t wrong = 0;
    for (std::int64_t n = 0; n < tensor.size(); ++n) {
      const double want = decode(dtype(name), static_cast<std::uint64_t>(n));
      const auto same = [&](double got) {
        return std::isnan(want) ? std::isnan(got) : got == want && std::signbit(got) == std::signbit(want);
      };
      wrong += !same(floats[static_cast<std::size_t>(n)]) || !same(doubles[static_cast<std::size_t>(n)]);
    }
    EXPECT_EQ(wrong, 0) << name;
  }
}

TEST(Convert, StoresAsTheModelEncodesAroundEveryRoundingEdge) {
  for (const std::string_view name : {"fp16", "bf16", "e4m3", "e5m2"}) {
    expect_stored_as_encoded<float>(dtype(name));
    expect_stored_as_encoded<double>(dtype(name));
  }
}

TEST(Convert, DoubleToSixteenBitsRoundsOnce) {
  // Just above a midpoint of fp16 by less than a float can tell: rounding to float first would make a tie.
  const double value = 1 + 0x1p-11 + 0x1p-40;
  Tensor tensor(ElementType::of(dtype("fp16")), {1, 1, 1, 1});
  store_run(tensor, {0, 0, 0, 0}, 1, &value);
  EXPECT_EQ(tensor.get({0, 0, 0, 0}), 1 + 0x1p-10);
}

TEST(Convert, RunsFollowStridesAndBroadcastAxesOfExtentOne) {
  Tensor tensor(ElementType::of(dtype("fp32")), {2, 1, 2, 3}, {40, 0, 14, 4});
  for_each_index(tensor.extents(),
                 [&](const Index4& at) { tensor.set(at, static_cast<double>(at[0] * 100 + at[2] * 10 + at[3])); });
  std::vector<float> run(2);
  load_run(tensor, {1, 7, 1, 1}, 2, run.data());
  EXPECT_EQ(run, (std::vector<float>{111, 112}));
  Tensor one(ElementType::of(dtype("fp32")), {1, 1, 2, 1});
  one.set({0, 0, 1, 0}, 5);
  load_run(one, {3, 4, 1, 0}, 2, run.data());
  EXPECT_EQ(run, (std::vector<float>{5, 5}));
}

}  // namespace
}  // namespace assay::impls
