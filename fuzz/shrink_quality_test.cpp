// SPDX-License-Identifier: Apache-2.0 The faults' smallest cases, to the letter. A change here is a change of
// "simpler", of the bound, or of a recipe: look at which.
#include <gtest/gtest.h>

#include "fuzz/search.hpp"
#include "impls/registry.hpp"

namespace assay::fuzz {
namespace {

std::string smallest_case(const std::string& kernel, const std::string& dtype_name) {
  SearchOptions options;
  options.cases = 500;
  options.limits = {.length_max = 40, .head_dim_max = 8, .dtypes = {dtype_name}};
  std::string line = "not found";
  search({impls::find_kernel(kernel), {}}, options, {{}, [&](const Finding& found) {
    EXPECT_TRUE(found.smallest) << found.evaluations << " evaluations";
    line = found.shrunk_line;
  }});
  return line;
}

/// One score of 1 where 1/sqrt(2) belongs; a single output would not show it, the log-sum-exp does.
TEST(ShrinkQuality, MissingScale) {
  EXPECT_EQ(smallest_case("fault/missing_scale", "fp32"),
            "b=1 hq=1 hkv=1 tq=1 tk=1 dk=2 dv=1 dtype=fp32 lse=1 convention=torch recipe=r1 seed=0"
            " data.key=0,1 data.query=0,1 data.value=0");
}

/// Two keys, of which the query may see the first.
TEST(ShrinkQuality, CausalOneKeyTooMany) {
  EXPECT_EQ(smallest_case("fault/causal_one_key_too_many", "fp32"),
            "b=1 hq=1 hkv=1 tq=1 tk=2 dk=1 dv=1 dtype=fp32 causal=top-left convention=torch recipe=r1 seed=0"
            " data.key=0,0 data.query=0 data.value=0,1");
}

/// Fewer than four query heads on two key heads are mapped alike by both rules.
TEST(ShrinkQuality, GroupedHeadMapWrong) {
  EXPECT_EQ(smallest_case("fault/grouped_head_map_wrong", "bf16"),
            "b=1 hq=4 hkv=2 tq=1 tk=1 dk=1 dv=1 dtype=fp32 lse=1 convention=torch recipe=r1 seed=0"
            " data.key=0,1 data.query=0,0,1,0 data.value=0,0");
}

/// The (batch, key) trap shows only where batch equals the query length.
TEST(ShrinkQuality, MaskOnQueryAxis) {
  EXPECT_EQ(smallest_case("fault/mask_on_query_axis", "fp32"),
            "b=2 hq=1 hkv=1 tq=2 tk=1 dk=1 dv=1 dtype=fp32 mask=b11k convention=torch recipe=r1 seed=0"
            " data.key=0,0 data.mask=0,1 data.query=0,0,0,0 data.value=0,1");
}

/// The maximum has to rise in the second tile of 16.
TEST(ShrinkQuality, NoRescale) {
  EXPECT_EQ(smallest_case("fault/no_rescale", "fp32"),
            "b=1 hq=1 hkv=1 tq=1 tk=17 dk=1 dv=1 dtype=fp32 convention=torch recipe=r1 seed=0"
            " data.key=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1 data.query=1 data.value=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0");
}

TEST(ShrinkQuality, SoftmaxOverQueries) {
  EXPECT_EQ(smallest_case("fault/softmax_over_queries", "fp32"),
            "b=1 hq=1 hkv=1 tq=2 tk=1 dk=1 dv=1 dtype=fp32 convention=torch recipe=r1 seed=0"
            " data.key=0 data.query=0,0 data.value=1");
}

}  // namespace
}  // namespace assay::fuzz
