// SPDX-License-Identifier: Apache-2.0
#include "properties/judge/structure.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace assay::properties {
namespace {

std::string where(const std::function<bool(const PlacedError&)>& wrong, std::int64_t key_heads = 2) {
  const Problem p = plain_problem(
      {.batch = 2, .query_heads = 8, .key_heads = key_heads, .query_length = 80, .key_length = 9, .value_dim = 16},
      "fp32");
  std::vector<PlacedError> errors;
  for (std::int64_t b = 0; b < 2; ++b)
    for (std::int64_t h = 0; h < 8; ++h)
      for (std::int64_t i = 0; i < 80; ++i)
        for (std::int64_t c = 0; c < 16; ++c) {
          errors.push_back({b, h, i, c, 0.1});
          if (wrong(errors.back())) errors.back().size = 3;
        }
  return where_errors_sit(p, errors, 1);
}

TEST(Structure, NamesRowsHeadsColumnsAndTiles) {
  EXPECT_EQ(where([](const PlacedError&) { return false; }), "");
  EXPECT_EQ(where([](const PlacedError&) { return true; }), "all over");
  EXPECT_EQ(where([](const PlacedError& e) { return e.query / 16 == 1 && e.head == 3; }),
            "rows 16 to 31 (the 2nd tile of 16 rows) of head 3");
  EXPECT_EQ(where([](const PlacedError& e) { return e.query >= 64; }),
            "every row from 64 on (the last tile of 16 rows), every head alike");
  EXPECT_EQ(where([](const PlacedError& e) { return e.head / 4 == 1; }),
            "every row of heads 4 to 7 (those of key head 1)");
  EXPECT_EQ(where([](const PlacedError& e) { return e.head == 2 || e.head == 3; }, 4),
            "every row of heads 2 to 3 (those of key head 1)");
  EXPECT_EQ(where([](const PlacedError& e) { return e.query % 2 == 1; }), "rows 1 modulo 2, every head alike");
  EXPECT_EQ(where([](const PlacedError& e) { return e.feature / 8 == 0; }),
            "columns 0 to 7 of every row, every head alike");
  EXPECT_EQ(where([](const PlacedError& e) { return e.feature == 5; }), "column 5 of every row, every head alike");
  EXPECT_EQ(where([](const PlacedError& e) { return e.feature % 4 == 3; }),
            "columns 3 modulo 4 of every row, every head alike");
  EXPECT_EQ(where([](const PlacedError& e) { return e.feature >= 8 && e.query < 16 && e.head == 3; }),
            "columns 8 to 15 of rows 0 to 15 (the first tile of 16 rows) of head 3");
  EXPECT_EQ(where([](const PlacedError& e) { return e.batch == 1 && e.query == 5; }),
            "row 5 of batch 1, every head alike");
  EXPECT_EQ(where([](const PlacedError& e) { return e.batch + e.head + e.query + e.feature == 0; }),
            "one element: out[b=0 h=0 i=0 c=0]");
}

TEST(Structure, KnowsWhichHeadsShareAKeyHeadWhereTheyAreInterleaved) {
  Problem p = plain_problem({.query_heads = 4, .key_heads = 2, .query_length = 2, .key_length = 9}, "fp32");
  p.convention.head_map = HeadMap::Interleaved;
  const auto wrong_heads = [&](std::int64_t a, std::int64_t b) {
    std::vector<PlacedError> errors;
    for (std::int64_t h = 0; h < 4; ++h)
      for (std::int64_t i = 0; i < 2; ++i) errors.push_back({0, h, i, 0, h == a || h == b ? 3.0 : 0.1});
    return where_errors_sit(p, errors, 1);
  };
  EXPECT_NE(wrong_heads(1, 3).find("(those of key head 1)"), std::string::npos) << wrong_heads(1, 3);
  EXPECT_EQ(wrong_heads(2, 3).find("key head"), std::string::npos) << wrong_heads(2, 3);
}

TEST(Structure, CallsNoTileWhatStopsWithinOne) {
  EXPECT_EQ(where([](const PlacedError& e) { return e.query < 2; }), "rows 0 to 1, every head alike");
}

TEST(Structure, LeavesScatteredColumnsOut) {
  EXPECT_EQ(where([](const PlacedError& e) { return e.head == 2 && e.feature % 8 != 3 && e.feature != 6; }),
            "every row of head 2");
}

}  // namespace
}  // namespace assay::properties
