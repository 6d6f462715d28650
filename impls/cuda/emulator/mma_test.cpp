// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "impls/arithmetic/adder.hpp"
#include "impls/cuda/emulator/dot_model.hpp"
#include "impls/cuda/simt/simt.hpp"
#include "reference/model/float_format.hpp"

namespace assay::emulator {
namespace {

using namespace simt;

template <class T>
T stored(float x) {
  if constexpr (std::is_same_v<T, __half>)
    return __float2half_rn(x);
  else
    return __float2bfloat16_rn(x);
}
template <class T>
float loaded(T x) {
  if constexpr (std::is_same_v<T, __half>)
    return __half2float(x);
  else
    return __bfloat162float(x);
}

template <class T>
struct Product {
  const T* a;      // 16 x 16
  const T* b;      // 16 x 8
  const float* c;  // 16 x 8
  float* d;
  bool swapped;  // two registers of A exchanged, the classic slip
};

template <class T>
std::uint32_t packed(T low, T high) {
  return low.bits | static_cast<std::uint32_t>(high.bits) << 16;
}

/// Fragments by the table of the PTX ISA, written with its row and column formulas.
template <class T>
__global__ void multiply_tile(Product<T> p) {
  const int lane = static_cast<int>(threadIdx.x), group = lane >> 2, in_group = lane % 4;
  FragmentA<T> a;
  FragmentB<T> b;
  FragmentC c, d;
  for (int i = 0; i < 8; i += 2) {
    const int row = (i < 2 || (4 <= i && i < 6)) ? group : group + 8;
    const int column = in_group * 2 + (i & 1) + (i >= 4 ? 8 : 0);
    a.r[i / 2] = packed(p.a[row * 16 + column], p.a[row * 16 + column + 1]);
  }
  for (int i = 0; i < 4; i += 2) {
    const int row = in_group * 2 + (i >= 2 ? 8 : 0);
    b.r[i / 2] = packed(p.b[row * 8 + group], p.b[(row + 1) * 8 + group]);
  }
  const auto at = [&](int i) { return (group + (i < 2 ? 0 : 8)) * 8 + in_group * 2 + (i & 1); };
  for (int i = 0; i < 4; ++i) c.r[i] = p.c[at(i)];
  if (p.swapped) std::swap(a.r[1], a.r[2]);
  mma_m16n8k16(d, a, b, c);
  for (int i = 0; i < 4; ++i) p.d[at(i)] = d.r[i];
}

/// Small integers, so that every order of summation gives the same; different in every element.
template <class T>
void expect_product(bool swapped) {
  std::vector<T> a(256), b(128);
  std::vector<float> c(128), d(128), expected(128);
  for (int n = 0; n < 256; ++n) a[static_cast<std::size_t>(n)] = stored<T>(static_cast<float>(n % 61 - 30));
  for (int n = 0; n < 128; ++n) b[static_cast<std::size_t>(n)] = stored<T>(static_cast<float>(n * 7 % 53 - 26));
  for (int n = 0; n < 128; ++n) c[static_cast<std::size_t>(n)] = static_cast<float>(n);
  for (std::size_t row = 0; row < 16; ++row)
    for (std::size_t column = 0; column < 8; ++column) {
      float sum = c[row * 8 + column];
      for (std::size_t k = 0; k < 16; ++k) sum += loaded(a[row * 16 + k]) * loaded(b[k * 8 + column]);
      expected[row * 8 + column] = sum;
    }
  for (const DotModel model : {DotModel::Fp32Fma, DotModel::Volta, DotModel::Ampere, DotModel::Hopper}) {
    Launch settings = library_launch();
    settings.model = model;
    const Product<T> product{a.data(), b.data(), c.data(), d.data(), swapped};
    ASSERT_EQ(run(settings, multiply_tile<T>, dim3(1), dim3(32), 0, product).text(), "");
    EXPECT_EQ(d == expected, !swapped) << to_text(model);
  }
}

TEST(Mma, MultipliesByTheDocumentedLayout) {
  expect_product<__half>(false);
  expect_product<__nv_bfloat16>(false);
  expect_product<__half>(true);
}

struct Matrices {
  std::uint32_t* out;
  bool transposed;
};
__global__ void load(Matrices p) {
  auto* tile = dynamic_shared().take<std::uint16_t>(4 * 64);
  for (unsigned n = threadIdx.x; n < 256; n += 32) tile[n] = static_cast<std::uint16_t>(n);
  __syncwarp();
  std::uint32_t four[4], two[2];
  ldmatrix_x4(four, tile + threadIdx.x * 8);
  ldmatrix_x2_trans(two, tile + threadIdx.x % 16 * 8);
  for (int m = 0; m < 4; ++m)
    p.out[threadIdx.x * 4 + static_cast<unsigned>(m)] = p.transposed && m < 2 ? two[m] : four[m];
}

TEST(LoadMatrices, HandsEachLaneTheTwoElementsOfItsPlace) {
  std::vector<std::uint32_t> out(128);
  for (const bool transposed : {false, true}) {
    ASSERT_EQ(launch(load, dim3(1), dim3(32), 512, nullptr, {out.data(), transposed}), "");
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned m = 0; m < (transposed ? 2u : 4u); ++m) {
        const unsigned row = lane / 4, column = lane % 4 * 2;
        const unsigned first = m * 64 + (transposed ? column * 8 + row : row * 8 + column);
        EXPECT_EQ(out[lane * 4 + m], first | (first + (transposed ? 8 : 1)) << 16);
      }
  }
}

/// The published adder as the judge's emulated kernels have it.
double published(int terms, int fraction_bits, const std::vector<impls::Factors>& factors, double addend,
                 const FloatFormat& format) {
  Accumulator adder;
  adder.kind = Accumulator::Kind::TensorCore;
  adder.format = dtype("fp32");
  adder.terms = terms;
  adder.fraction_bits = fraction_bits;
  adder.stored_bits = 23;
  return impls::accumulate(adder, addend, factors, format, false);
}

TEST(DotModel, AgreesBitForBitWithTheAdderOfTheBounds) {
  std::uint32_t state = 1;
  const auto draw = [&](int binades) {
    state = state * 1664525u + 1013904223u;
    const auto size = static_cast<int>(state >> 10 & 31) % binades;
    return std::ldexp(static_cast<float>(static_cast<int>(state >> 16 & 0x7ff)) - 1023.5f, -size - 8);
  };
  int differ_from_fma = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    float a[16], b[16];
    std::vector<impls::Factors> factors;
    const int binades = 1 + trial % 24;
    for (int n = 0; n < 16; ++n) {
      a[n] = __half2float(__float2half_rn(draw(binades)));
      b[n] = trial % 7 == 0 ? 0 : __half2float(__float2half_rn(draw(binades)));
      factors.push_back({a[n], b[n]});
    }
    const float addend = trial % 5 == 0 ? 0 : draw(binades);
    const Factors16 own{a, b, 16, -14};
    EXPECT_EQ(dot(DotModel::Volta, own, addend), published(4, 23, factors, addend, dtype("fp16")));
    EXPECT_EQ(dot(DotModel::Ampere, own, addend), published(8, 24, factors, addend, dtype("fp16")));
    EXPECT_EQ(dot(DotModel::Hopper, own, addend), published(16, 25, factors, addend, dtype("fp16")));
    differ_from_fma += dot(DotModel::Hopper, own, addend) != dot(DotModel::Fp32Fma, own, addend);
  }
  EXPECT_GT(differ_from_fma, 100);
}

TEST(DotModel, KeepsInfinitiesAndNaN) {
  float a[16] = {INFINITY, 1}, b[16] = {1, 1};
  for (const DotModel model : {DotModel::Fp32Fma, DotModel::Ampere, DotModel::Hopper}) {
    EXPECT_EQ(dot(model, {a, b, 16, -14}, 0), INFINITY);
    EXPECT_TRUE(std::isnan(dot(model, {a, b, 16, -14}, -INFINITY)));
  }
}

}  // namespace
}  // namespace assay::emulator
