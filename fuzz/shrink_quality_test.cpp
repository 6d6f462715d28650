// SPDX-License-Identifier: Apache-2.0
// From a busy case to the fault's smallest, to the letter. The start is written out, so that a change of the random
// cases changes nothing here: what is left is "simpler", the bound and recipe r1.
#include <gtest/gtest.h>

#include "fuzz/shrink.hpp"
#include "impls/registry.hpp"

namespace assay::fuzz {
namespace {

const std::string busy =
    "b=2 hq=6 hkv=3 tq=9 tk=33 dk=8 dv=5 dtype=fp16 out=fp32 causal=bottom-right mask=b1qk alibi=1 convention=torch"
    " empty=mean recipe=r1 seed=7 scores=rising values=ramp hidden=nan masks=holes layout=bthd";
const std::string trap =
    "b=5 hq=2 hkv=1 tq=5 tk=12 dk=4 dv=3 dtype=fp32 mask=b11k scale=0.5 convention=torch recipe=r1 seed=3 scores=peaked"
    " masks=padding layout=padded";

std::string smallest_case(const std::string& kernel, const std::string& start_line) {
  const Subject subject{impls::find_kernel(kernel), {}};
  const Case start = parse_case(start_line);
  const auto again = [&](const Case& smaller) { return try_case(subject, smaller, reference_check); };
  const Trial failed = again(start);
  EXPECT_TRUE(properties::is_bad(failed.verdict)) << "the start shows nothing";
  const Shrunk shrunk = shrink(start, failed, again, 4000);
  EXPECT_TRUE(shrunk.complete) << shrunk.evaluations << " evaluations";
  return to_text(shrunk.smallest);
}

/// A score of 1 where 1/sqrt(2) belongs, against another of 0.
TEST(ShrinkQuality, MissingScale) {
  EXPECT_EQ(smallest_case("fault/missing_scale", busy),
            "b=1 hq=1 hkv=1 tq=1 tk=2 dk=2 dv=1 dtype=fp32 convention=torch recipe=r1 seed=0"
            " data.key=0,0,1,0 data.query=1,0 data.value=0,1");
}

/// Two keys, of which the query may see the first.
TEST(ShrinkQuality, CausalOneKeyTooMany) {
  EXPECT_EQ(smallest_case("fault/causal_one_key_too_many", busy),
            "b=1 hq=1 hkv=1 tq=1 tk=2 dk=1 dv=1 dtype=fp32 causal=top-left convention=torch recipe=r1 seed=0"
            " data.key=0,0 data.query=0 data.value=0,1");
}

/// Fewer than four query heads on two key heads are mapped alike by both rules.
TEST(ShrinkQuality, GroupedHeadMapWrong) {
  EXPECT_EQ(smallest_case("fault/grouped_head_map_wrong", busy),
            "b=1 hq=4 hkv=2 tq=1 tk=1 dk=1 dv=1 dtype=fp32 convention=torch recipe=r1 seed=0"
            " data.key=0,0 data.query=0,0,0,0 data.value=0,1");
}

/// The (batch, key) trap shows only where batch equals the query length.
TEST(ShrinkQuality, MaskOnQueryAxis) {
  EXPECT_EQ(smallest_case("fault/mask_on_query_axis", trap),
            "b=2 hq=1 hkv=1 tq=2 tk=1 dk=1 dv=1 dtype=fp32 mask=b11k convention=torch recipe=r1 seed=0"
            " data.key=0,0 data.mask=1,0 data.query=0,0,0,0 data.value=0,1");
}

/// The maximum has to rise in the second tile of 16.
TEST(ShrinkQuality, NoRescale) {
  EXPECT_EQ(smallest_case("fault/no_rescale", busy),
            "b=1 hq=1 hkv=1 tq=1 tk=17 dk=1 dv=1 dtype=fp32 convention=torch recipe=r1 seed=0"
            " data.key=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1 data.query=1 data.value=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1");
}

/// One key that two queries share.
TEST(ShrinkQuality, SoftmaxOverQueries) {
  EXPECT_EQ(smallest_case("fault/softmax_over_queries", trap),
            "b=1 hq=1 hkv=1 tq=2 tk=1 dk=1 dv=1 dtype=fp32 convention=torch recipe=r1 seed=0"
            " data.key=0 data.query=0,0 data.value=1");
}

}  // namespace
}  // namespace assay::fuzz
