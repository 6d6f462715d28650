// SPDX-License-Identifier: Apache-2.0
#include "reports/record/environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::reports {
namespace {

using testing::HasSubstr;

TEST(Environment, NothingIsCalledConfinedBeforeALibraryWas) {
  Environment environment = detect_environment();
  EXPECT_THAT(environment.isolation, Not(HasSubstr("confined")));
  tell_isolation({}, environment);
  EXPECT_THAT(environment.isolation, HasSubstr("in processes of their own, confined; built-in"));
}

TEST(Environment, OneLibraryWithoutItsProtectionsTakesTheWordFromAll) {
  const std::vector<std::string> first{"no Landlock: files"}, second{"no Landlock: files", "no memory limit"};
  Environment environment = detect_environment();
  for (const auto& lost : {std::vector<std::string>{}, first, second, std::vector<std::string>{}})
    tell_isolation(lost, environment);
  EXPECT_THAT(environment.isolation,
              HasSubstr("confined only in part by this system (no Landlock: files; no memory limit); built-in"));
}

}  // namespace
}  // namespace assay::reports
