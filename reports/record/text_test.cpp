// SPDX-License-Identifier: Apache-2.0
#include "reports/record/text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace assay::reports {
namespace {

TEST(ReadableText, LeavesOrdinaryUnicodeAlone) { EXPECT_EQ(readable("σ·q ≤ 1 “x” 🎯"), "σ·q ≤ 1 “x” 🎯"); }

TEST(ReadableText, WritesControlCharactersOut) {
  EXPECT_EQ(readable(std::string_view("a\0b\x1b[0m\n\x7f", 9)), "a\\x00b\\x1b[0m\\n\\x7f");
  EXPECT_EQ(readable("\xc2\x85"), "\\u{0085}");
}

TEST(ReadableText, WritesInvalidUtf8OutByteByByte) {
  EXPECT_EQ(readable("\xff"), "\\xff");
  EXPECT_EQ(readable("\xc0\x80"), "\\xc0\\x80");           // overlong
  EXPECT_EQ(readable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // surrogate
  EXPECT_EQ(readable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(readable("\xe2\x82"), "\\xe2\\x82");  // cut short
}

TEST(ReadableText, WritesDirectionOverridesAndNoncharactersOut) {
  EXPECT_EQ(readable("\xe2\x80\xae"), "\\u{202e}");
  EXPECT_EQ(readable("\xef\xbf\xbf"), "\\u{ffff}");
}

TEST(HtmlText, HasNoMarkupLeft) { EXPECT_EQ(html("<b>&'\""), "&#60;b&#62;&#38;&#39;&#34;"); }

TEST(ShellText, QuotesWhatAShellWouldRead) {
  EXPECT_EQ(shell_quote("a=1 b='x'"), "'a=1 b='\\''x'\\'''");
  EXPECT_EQ(shell_word("cpu/tiled"), "cpu/tiled");
  EXPECT_EQ(shell_word("a b"), "'a b'");
}

TEST(NumberText, IsShortForPeopleAndWholeForMachines) {
  EXPECT_EQ(number(0.123456), "0.123");
  EXPECT_EQ(exact_number(0.1), "0.1");
  EXPECT_EQ(number(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(number(-std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-123), "-123");
  EXPECT_EQ(percent(1, 8), "12.5 %");
  EXPECT_EQ(percent(0, 0), "-");
}

TEST(FinePercent, SaysAllOrNoneOnlyWhereItIs) {
  EXPECT_EQ(fine_percent(1, 3), "33.33 %");
  EXPECT_EQ(fine_percent(30000, 30000), "100.00 %");
  EXPECT_EQ(fine_percent(29999, 30000), "99.99 %");
  EXPECT_EQ(fine_percent(1, 30000), "0.00 %");
  EXPECT_EQ(fine_percent(0, 30000), "0");
  EXPECT_EQ(fine_percent(0, 0), "-");
}

}  // namespace
}  // namespace assay::reports
