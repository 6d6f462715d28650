// SPDX-License-Identifier: Apache-2.0
// A declaration that allows more never has a smaller bound, and no number of a judgement is NaN: row by row over random
// cases. ASSAY_ORDER_ROWS asks for more rows than the slice that every test run takes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "properties/call.hpp"
#include "properties/cases/generate.hpp"
#include "reference/error/bound.hpp"
#include "reference/error/usual/expected.hpp"
#include "reference/exact/double_tier.hpp"

namespace assay::properties {
namespace {

/// Words added to a declaration, each allowing what the one before it allows and more.
struct Chain {
  const char* common;
  std::vector<const char*> words;
};

const std::vector<Chain>& chains() {
  static const std::vector<Chain> list{
      {"fp32", {"exp_ulp=1", "exp_ulp=2", "exp_ulp=4", "exp_ulp=1500", "exp_ulp=1e6"}},
      {"fp32", {"theta=2", "theta=3", "theta=5", "theta=40"}},
      {"fp32 block=4", {"splits=1", "splits=2", "splits=3", "splits=8"}},
      {"fp32 p_normalised=0", {"splits=1", "splits=2", "splits=64"}},
      {"fp32", {"flush_to_zero=0", "flush_to_zero=1"}},
      {"fp32", {"division=ieee", "division=reciprocal", "division=approximate"}},
      {"fp32", {"log=accurate", "log=fast"}},
      {"fp32", {"fused_exponent=1", "fused_exponent=either"}},
      {"fp32", {"fused_exponent=0", "fused_exponent=either"}},
      {"fp32 block=8", {"ordered_blocks=1", "ordered_blocks=0"}},
      {"fp32 block=8", {"rescale_threshold=0", "rescale_threshold=5.6", "rescale_threshold=20"}},
      {"fp32 block=8", {"row_sum=block", "row_sum=any"}},
      {"fp32 block=8", {"row_sum=thread:4", "row_sum=any"}},
      {"fp32", {"qk=fp32:chain:fused", "qk=fp32:chain", "qk=fp32:any"}},
      {"fp32", {"pv=fp32:chain:fused", "pv=fp32:any:fused", "pv=fp32:any", "pv=bf16:any"}},
      {"fp32", {"qk=fp64:any", "qk=fp32:any", "qk=fp16:any"}},
      {"fp32", {"score=none", "score=fp16"}},
      {"fp32", {"score=none", "score=bf16", "score=e5m2"}},
      {"fp32", {"fold=none", "fold=fp16"}},
      {"fp32", {"fold=none", "fold=bf16"}},
      {"fp32", {"bias_rounding=none", "bias_rounding=bf16"}},
      {"fp32", {"tanh_error=1e-6", "tanh_error=1e-3", "tanh_error=0.1"}},
      {"bf16", {"p_normalised=1", "p_normalised=either"}},
      {"bf16", {"p_normalised=0", "p_normalised=either"}},
      {"fp16", {"row_sum=any:rounded", "row_sum=any"}},
      {"fp16", {"row_sum=any:unrounded", "row_sum=any"}},
      {"fp16", {"p=fp32", "p=fp16"}},
      {"bf16", {"p=fp32", "p=bf16", "p=e5m2"}},
      {"fp16 block=16", {"pv=tensor-core:16:25:23", "pv=tensor-core:16:24:23", "pv=tensor-core:16:13:13"}},
      {"e4m3 p_scale=256 block=16", {"qk=tensor-core:32:25:23", "qk=tensor-core:32:13:13"}},
  };
  return list;
}

std::int64_t rows_asked() {
  const char* given = std::getenv("ASSAY_ORDER_ROWS");
  return given == nullptr ? 1000 : std::strtoll(given, nullptr, 10);
}

/// Larger, or as large up to the rounding of a bound's own arithmetic.
bool at_least(double wide, double narrow) { return wide >= narrow * (1 - 0x1p-30); }

struct Sweep {
  std::int64_t rows = 0, comparisons = 0;

  void compare(const Case& c, const reference::RowData& row, const reference::RowResult& exact) {
    for (const Chain& chain : chains()) {
      reference::RowBound narrow;
      for (const char* words : chain.words) {
        const Arithmetic a = parse_arithmetic(fmt::format("{} {}", chain.common, words));
        const reference::RowBound wide = reference::bound_row(row, exact, a);
        const std::string where = fmt::format("{}\n  {} b={} h={} i={}", to_text(a), to_text(c), row.index.batch,
                                              row.index.head, row.index.query);
        ASSERT_EQ(wide.own_fault, "") << where;
        const reference::ExpectedSize usual = reference::expected_size(row, exact, a);
        ASSERT_EQ(usual.own_fault, "") << where;
        for (std::size_t f = 0; f < narrow.out.size(); ++f)
          ASSERT_TRUE(at_least(wide.out[f], narrow.out[f]))
              << where << "\n  out " << f << ": " << wide.out[f] << " after " << narrow.out[f];
        ASSERT_TRUE(at_least(wide.lse, narrow.lse)) << where << "\n  lse: " << wide.lse << " after " << narrow.lse;
        comparisons += !narrow.out.empty();
        narrow = wide;
      }
    }
    ++rows;
  }
};

TEST(BoundOrder, AWeakerDeclarationNeverHasASmallerBoundAndNothingIsNaN) {
  Sweep sweep;
  const CaseLimits limits{.length_max = 40, .head_dim_max = 16, .work_max = 20'000, .dtypes = {}};
  for (std::uint64_t index = 0; sweep.rows < rows_asked(); ++index) {
    const Case c = random_case(4, index, limits);
    const Call call = make_call(c);
    const reference::CaseRows rows(call.problem, call.inputs);
    const std::vector<RowIndex> all = rows.indices();
    for (std::size_t n = 0; n < all.size(); n += all.size() / 3 + 1) {
      const reference::RowData row = rows.row(all[n]);
      sweep.compare(c, row, reference::enclose(row));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  std::printf("  %lld rows, %lld comparisons\n", static_cast<long long>(sweep.rows),
              static_cast<long long>(sweep.comparisons));
}

}  // namespace
}  // namespace assay::properties
