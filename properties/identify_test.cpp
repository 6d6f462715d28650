// SPDX-License-Identifier: Apache-2.0
#include "properties/identify.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "impls/registry.hpp"

namespace assay::properties {
namespace {

/// What the namer says of a kernel on a case that it gets wrong.
std::string named(const std::string& kernel_name, const std::string& fields) {
  const impls::KernelPointer kernel = impls::find_kernel(kernel_name);
  const Case c = parse_case("b=1 dtype=fp32 recipe=r1 seed=5 " + fields);
  const Call call = make_call(c);
  const Ran ran = run(*kernel, call);
  const Identification found = identify(c, std::get<Outputs>(ran), *kernel, kernel->arithmetic(c.problem));
  return found.name() ? std::string(found.name()->name) : "no known suspect";
}

TEST(Identify, NamesWhatAFaultDoesFromItsOutputsAlone) {
  EXPECT_EQ(named("fault/missing_scale", "hq=2 hkv=2 tq=5 tk=9 dk=8 dv=8"), "scale_none");
  EXPECT_EQ(named("fault/causal_one_key_too_many", "hq=2 hkv=2 tq=7 tk=9 dk=8 dv=8 causal=top-left"),
            "causal_one_key_more");
  EXPECT_EQ(named("fault/grouped_head_map_wrong", "hq=4 hkv=2 tq=5 tk=9 dk=8 dv=8"), "head_map_interleaved");
  EXPECT_EQ(named("fault/softmax_over_queries", "hq=1 hkv=1 tq=5 tk=9 dk=8 dv=8"), "softmax_over_queries");
  EXPECT_EQ(named("fault/tail_tile_dropped", "hq=1 hkv=1 tq=5 tk=43 dk=8 dv=8"), "last_tile_dropped");
  EXPECT_EQ(named("fault/no_max_subtraction", "hq=1 hkv=1 tq=5 tk=9 dk=8 dv=8 scores=offset:200"), "no_maximum");
  EXPECT_EQ(named("fault/dropout_in_evaluation", "hq=2 hkv=2 tq=9 tk=40 dk=8 dv=8 dropout=0.5"), "dropout_on");
}

TEST(Identify, SaysThatNothingKnownExplainsWhatNothingKnownDoes) {
  EXPECT_EQ(named("fault/canary", "hq=2 hkv=2 tq=5 tk=9 dk=8 dv=8"), "no known suspect");
  EXPECT_EQ(named("fault/no_rescale", "hq=1 hkv=1 tq=5 tk=43 dk=8 dv=8 scores=rising"), "no known suspect");
}

TEST(Identify, TellsTheNextBestWithItsResidual) {
  const impls::KernelPointer kernel = impls::find_kernel("fault/missing_scale");
  const Case c = parse_case("b=1 hq=2 hkv=2 tq=5 tk=9 dk=8 dv=8 dtype=fp32 recipe=r1 seed=5");
  const Ran ran = run(*kernel, make_call(c));
  const Identification found = identify(c, std::get<Outputs>(ran), *kernel, kernel->arithmetic(c.problem));
  ASSERT_TRUE(found.next_best);
  EXPECT_GT(found.next_best->residual, 1);
  EXPECT_NE(to_text(found).find("explained by: scores are not scaled (scale_none), residual 0."), std::string::npos)
      << to_text(found);
  EXPECT_NE(to_text(found).find("; next best: "), std::string::npos);
}

TEST(Suspects, AreNamedByTheirFilesAndSayOneThing) {
  for (const Suspect& suspect : all_suspects()) {
    EXPECT_FALSE(suspect.claim.empty()) << suspect.name;
    EXPECT_FALSE(suspect.source.empty()) << suspect.name;
    const bool reads = suspect.rewrite || suspect.taken_from || suspect.result || suspect.truncates;
    EXPECT_EQ(int(reads) + int(suspect.replay != nullptr) + int(suspect.fit != nullptr), 1) << suspect.name;
  }
  EXPECT_TRUE(std::ranges::is_sorted(all_suspects(), {}, &Suspect::name));
  EXPECT_GE(all_suspects().size(), 60u);
}

}  // namespace
}  // namespace assay::properties
