// SPDX-License-Identifier: Apache-2.0
// Every property on every honest kernel.
#include <gtest/gtest.h>

#include <ostream>
#include <set>

#include "impls/function_kernel.hpp"
#include "impls/registry.hpp"
#include "properties/property.hpp"
#include "properties/cases/suite.hpp"
#include "reference/model/contract.hpp"

namespace assay::properties {

void PrintTo(const Property& property, std::ostream* stream) { *stream << property.name; }

namespace {

class EveryProperty : public testing::TestWithParam<Property> {};

/// Ask a property about a kernel on quick cases taken from all over the suite until it has held `wanted` times.
int count_holds(const Property& property, const impls::Kernel& kernel, int wanted) {
  const std::vector<Case>& cases = find_suite("quick").cases;
  constexpr std::size_t stride = 37;  // prime, so every case has its turn
  int holds = 0;
  for (std::size_t n = 0, at = 0; n < cases.size() && holds < wanted; ++n, at = (at + stride) % cases.size()) {
    const Verdict verdict = check(property, kernel, cases[at]);
    EXPECT_FALSE(is_bad(verdict)) << kernel.name() << ": " << reason_of(verdict) << "\n" << to_text(cases[at]);
    EXPECT_FALSE(std::holds_alternative<Doubtful>(verdict)) << kernel.name() << ": " << reason_of(verdict);
    holds += std::holds_alternative<Holds>(verdict);
  }
  return holds;
}

TEST_P(EveryProperty, HoldsOnEveryHonestKernelAndSaysSomethingAboutIt) {
  ASSERT_NE(find_suite("quick").cases.size() % 37, 0u);
  for (const impls::KernelPointer& kernel : impls::all_kernels()) {
    const int holds = count_holds(GetParam(), *kernel, 6);
    // No built-in kernel draws its own dropout mask; planted_test shows that this property sees one that does.
    EXPECT_TRUE(holds > 0 || GetParam().name == "dropout_statistics") << kernel->name();
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryProperty, testing::ValuesIn(all_properties()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Catalog, AKernelThatDeclaresNothingIsHeldToThePresetOfItsDtype) {
  const impls::KernelPointer honest = impls::find_kernel("explicit_fp32");
  const auto compute = [&](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
    honest->run(problem, inputs, outputs);
  };
  const auto supports = [&](const Problem& problem) { return honest->supports(problem); };
  const auto silent = impls::kernel_from({.name = "silent", .compute = compute, .supports = supports});
  for (const char* property : {"linear_in_value", "score_variance", "weights_recovered"})
    EXPECT_GT(count_holds(find_property(property), *silent, 1), 0) << property;
}

TEST(Catalog, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const Property& property : all_properties()) {
    EXPECT_TRUE(names.insert(property.name).second) << property.name;
    EXPECT_EQ(find_property(property.name).name, property.name);
    EXPECT_FALSE(property.claim.empty());
    EXPECT_FALSE(property.source.empty());
  }
  EXPECT_THROW(find_property("beauty"), UsageError);
}

}  // namespace
}  // namespace assay::properties
