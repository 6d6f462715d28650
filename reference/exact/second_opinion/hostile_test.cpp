// SPDX-License-Identifier: Apache-2.0
// Rows of hostile magnitudes against the Arb oracle: scores to 1e300 and beyond, scales from 1e-320 to 1e30, soft caps,
// infinite and NaN sinks. ASSAY_HOSTILE_ROWS asks for more rows than the slice that every test run takes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "reference/exact/second_opinion/arb_oracle.hpp"
#include "reference/exact/double_tier.hpp"
#include "reference/exact/interval_tier.hpp"
#include "reference/model/case/case.hpp"

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class Hostile {
 public:
  explicit Hostile(std::uint64_t seed) : engine_(seed) {}

  std::string line() {
    const bool wide = chance(3);
    const int tk = between(1, 6), dk = between(1, 4);
    // How large a score may be, split over query and key.
    const double exponent = between(0, wide ? 300 : 70), half = exponent / 2;
    std::string line =
        fmt::format("b=1 hq=1 hkv=1 tq=1 tk={} dk={} dv=2 dtype={} lse=1 seed=1", tk, dk, wide ? "fp64" : "fp32");
    if (chance(3)) line += fmt::format(" scale={:.17g}", power(wide ? between(-320, 30) : between(-40, 30)));
    if (chance(4)) line += fmt::format(" softcap={:.17g}", power(between(-30, 30)));
    if (chance(4)) line += " cap_order=after-bias";
    if (chance(4)) line += " lse_base=2";
    if (chance(3)) line += " sinks=1 data.sinks=" + sink(exponent);
    if (chance(3)) line += " bias=111k data.bias=" + numbers(tk, std::min(exponent, 37.0));
    line += " data.query=" + numbers(dk, half) + " data.key=" + numbers(tk * dk, half);
    return line + " data.value=" + numbers(tk * 2, between(0, wide ? 300 : 37));
  }

 private:
  bool chance(int in) { return between(1, in) == 1; }
  int between(int low, int high) { return low + static_cast<int>(engine_() % static_cast<unsigned>(high - low + 1)); }
  double power(double exponent) { return std::pow(10, exponent) * static_cast<double>(between(1, 9)); }
  std::string sink(double exponent) {
    const std::string words[] = {"inf", "-inf", "nan"};
    return chance(2) ? words[between(0, 2)] : fmt::format("{:.17g}", number(exponent));
  }
  /// Of size 10^exponent, or a little smaller, so that rows have near and far keys.
  double number(double exponent) {
    const double size = std::pow(10, chance(2) ? exponent : exponent - between(0, 8));
    return (chance(2) ? 1 : -1) * size * (1 + static_cast<double>(engine_() % 1000) / 1000);
  }
  std::string numbers(int count, double exponent) {
    std::string list;
    for (int n = 0; n < count; ++n) list += fmt::format("{}{:.9g}", n == 0 ? "" : ",", number(exponent));
    return list;
  }
  std::mt19937_64 engine_;
};

struct Tally {
  std::int64_t rows = 0, undecided = 0, numbers = 0;

  void add(const std::string& line, const OracleRow& oracle, const RowResult& ours) {
    ++rows;
    if (!ours.decided) {
      ++undecided;
      return;
    }
    add(line, oracle.lse, ours.lse, ours.lse_radius);
    for (std::size_t c = 0; c < ours.out.size(); ++c) add(line, oracle.out[c], ours.out[c], ours.out_radius[c]);
  }

  void add(const std::string& line, const OracleInterval& oracle, double centre, double radius) {
    ++numbers;
    ASSERT_TRUE(std::isfinite(radius)) << line;
    if (std::isnan(centre) || std::isnan(oracle.lower)) {
      ASSERT_EQ(std::isnan(centre), std::isnan(oracle.lower)) << line;
    } else if (std::isinf(centre)) {  // by definition: both ends of the oracle's are it
      ASSERT_TRUE(oracle.lower == centre && oracle.upper == centre)
          << line << ": " << centre << ", oracle " << oracle.lower << " to " << oracle.upper;
    } else {
      ASSERT_FALSE(oracle.upper < std::nextafter(centre - radius, -infinity) ||
                   oracle.lower > std::nextafter(centre + radius, infinity))
          << line << ": " << centre << " +- " << radius << ", oracle " << oracle.lower << " to " << oracle.upper;
    }
  }
};

/// The enclosure in doubles cannot hold what lies beyond them: only there may a row stay undecided.
bool within_doubles(const OracleRow& oracle) {
  const auto finite = [](const OracleInterval& x) { return std::isfinite(x.lower) && std::isfinite(x.upper); };
  return finite(oracle.lse) && finite(oracle.out[0]) && finite(oracle.out[1]);
}

TEST(Hostile, NoRowOfExtremeNumbersIsEnclosedApartFromTheOracle) {
  const char* given = std::getenv("ASSAY_HOSTILE_ROWS");
  const std::int64_t asked = given == nullptr ? 6000 : std::strtoll(given, nullptr, 10);
  Hostile hostile(20261201);
  Tally tally[2];
  while (tally[0].rows < asked && !testing::Test::HasFatalFailure()) {
    const std::string line = hostile.line();
    const Case c = parse_case(line);
    const Inputs inputs = make_inputs(c);
    const RowData row = CaseRows(c.problem, inputs).row({0, 0, 0});
    const OracleRow oracle = oracle_row(c.problem, inputs, 0, 0, 0);
    const RowResult exact = enclose_by_intervals(row);
    EXPECT_TRUE(exact.decided || !within_doubles(oracle)) << line;
    tally[0].add(line, oracle, exact);
    tally[1].add(line, oracle, enclose_by_doubles(row));
  }
  for (const Tally& t : tally)
    std::printf("  %lld rows, %lld undecided, %lld numbers compared\n", static_cast<long long>(t.rows),
                static_cast<long long>(t.undecided), static_cast<long long>(t.numbers));
  EXPECT_GT(10 * tally[0].numbers, 20 * tally[0].rows);
}

}  // namespace
}  // namespace assay::reference
