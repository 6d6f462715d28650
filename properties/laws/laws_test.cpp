// SPDX-License-Identifier: Apache-2.0
// Properties on random cases through RapidCheck: honest kernels survive, faults fall and shrink to one line that
// replays.
#include "properties/cases/rapidcheck_case.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "impls/registry.hpp"
#include "properties/property.hpp"

namespace assay::properties {
namespace {

CaseLimits small_cases(const std::string& dtype) {
  return {.length_max = 40, .head_dim_max = 16, .work_max = 20'000, .dtypes = {dtype}};
}

bool stands(const char* property, const impls::Kernel& kernel, const Case& the_case) {
  return !is_bad(check(find_property(property), kernel, the_case));
}

/// The claim holds for one random case on every honest kernel that takes it.
void hold_on_honest_kernels(const char* property, const char* dtype) {
  const Case the_case = *arbitrary_case(small_cases(dtype));
  for (const impls::KernelPointer& kernel : impls::all_kernels()) RC_ASSERT(stands(property, *kernel, the_case));
}

RC_GTEST_PROP(Law, OutputsLieInTheConvexHull, ()) { hold_on_honest_kernels("convex_hull", "fp16"); }
RC_GTEST_PROP(Law, ScoresMayBeShifted, ()) { hold_on_honest_kernels("shift_invariance", "fp32"); }
RC_GTEST_PROP(Law, RowsSumToOne, ()) { hold_on_honest_kernels("row_sums", "bf16"); }
RC_GTEST_PROP(Law, BroadcastMasksMayBeExpanded, ()) { hold_on_honest_kernels("mask_broadcast", "fp32"); }
RC_GTEST_PROP(Law, HiddenKeysAreIgnored, ()) { hold_on_honest_kernels("hidden_keys_ignored", "bf16"); }
RC_GTEST_PROP(Law, KeysMayBePermuted, ()) { hold_on_honest_kernels("key_permutation", "fp32"); }
RC_GTEST_PROP(Law, CausalPrefixesStand, ()) { hold_on_honest_kernels("causal_prefix", "fp16"); }
RC_GTEST_PROP(Law, WeightsAreRecovered, ()) { hold_on_honest_kernels("weights_recovered", "fp32"); }

/// Let RapidCheck search for a case on which the property falls, and shrink it: the case it prints.
std::optional<Case> fallen(const char* property, const std::string& kernel_name) {
  const impls::KernelPointer kernel = impls::find_kernel(kernel_name);
  std::optional<Case> last_failure;  // RapidCheck accepts a shrink when it fails, so the last failure is the smallest
  const auto property_holds = [&] {
    const Case the_case = *arbitrary_case(small_cases("fp32"));
    const bool good = stands(property, *kernel, the_case);
    if (!good) last_failure = the_case;
    RC_ASSERT(good);
  };
  rc::detail::TestParams params;
  params.seed = 1;
  params.maxSuccess = 1000;
  const auto result = rc::detail::checkTestable(property_holds, rc::detail::TestMetadata{}, params);
  return result.is<rc::detail::FailureResult>() ? last_failure : std::nullopt;
}

TEST(Law, AFallenPropertyShrinksToASmallCaseWhoseLineReplays) {
  for (const auto& [property, fault] : {std::pair{"grouped_heads", "fault/grouped_head_map_wrong"},
                                        std::pair{"key_permutation", "fault/tail_tile_dropped"},
                                        std::pair{"causal_prefix", "fault/causal_one_key_too_many"}}) {
    const std::optional<Case> smallest = fallen(property, fault);
    ASSERT_TRUE(smallest) << fault;
    const Case replayed = parse_case(to_text(*smallest));
    EXPECT_FALSE(stands(property, *impls::find_kernel(fault), replayed)) << to_text(replayed);
    EXPECT_EQ(replayed.problem.extents.batch, 1) << to_text(replayed);
    EXPECT_EQ(replayed.problem.extents.value_dim, 1) << to_text(replayed);
    EXPECT_LE(replayed.problem.extents.key_length, 18) << to_text(replayed);
  }
}

}  // namespace
}  // namespace assay::properties
