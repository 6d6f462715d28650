// SPDX-License-Identifier: Apache-2.0
#include "reports/pages/line_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "reference/model/arithmetic_fields.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/contract.hpp"

namespace assay::reports {
namespace {

using testing::HasSubstr;

/// ASSAY_UPDATE=1 writes the page instead of comparing with it.
void expect_page(const std::string& path, const std::string& now) {
  const std::string file = std::string(ASSAY_SOURCE_FOLDER) + "/" + path;
  if (std::getenv("ASSAY_UPDATE")) std::ofstream(file, std::ios::binary) << now;
  std::ifstream page(file, std::ios::binary);
  EXPECT_EQ(now, std::string(std::istreambuf_iterator<char>(page), {}))
      << path << ": ASSAY_UPDATE=1 accepts the change";
}

TEST(LinePages, AreWhatTheTablesSay) {
  expect_page("reference/model/problem_line.md", problem_page());
  expect_page("reference/error/arithmetic_line.md", arithmetic_page());
}

TEST(LinePages, TellEveryKeyOfTheLines) {
  for (const std::string& key : case_keys()) {
    const bool data = key.starts_with("data.");
    EXPECT_THAT(problem_page(), HasSubstr("\n### `" + (data ? "data.TENSOR" : key) + "`\n"));
    EXPECT_THAT(problem_key_text(key), HasSubstr("\nexample   "));
    EXPECT_TRUE(data || problem_keys_text().find("\n  " + key + " ") != std::string::npos) << key;
  }
  for (const std::string& key : arithmetic_keys()) {
    EXPECT_THAT(arithmetic_page(), HasSubstr("\n### `" + key + "`\n"));
    EXPECT_THAT(arithmetic_field_text(key), HasSubstr("\neffect    "));
    EXPECT_THAT(arithmetic_fields_text(), HasSubstr("\n  " + key + " "));
  }
}

TEST(LinePages, ExamplesInTheirHeadsAreTaken) {
  const auto example = [](const std::string& page) {
    const std::size_t begin = page.find("\n    ") + 5;
    return page.substr(begin, page.find('\n', begin) - begin);
  };
  EXPECT_NO_THROW(parse_case(example(problem_page())));
  EXPECT_NO_THROW(parse_arithmetic(example(arithmetic_page())));
}

TEST(LinePages, NameTheKeyThatWasMeant) {
  try {
    problem_key_text("casual");
    FAIL() << "it was found";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("unknown key of the problem line 'casual'; did you mean 'causal'? known: b hq"));
  }
  EXPECT_THROW(arithmetic_field_text("speed"), UsageError);
}

}  // namespace
}  // namespace assay::reports
