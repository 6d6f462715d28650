// SPDX-License-Identifier: Apache-2.0
// Each check is shown to fail on something planted: properties on faults of the catalogue, as the kill matrix has it,
// statistics on outputs of a correct arithmetic that are moved inside their bounds. shown_to_fail.md is the table.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include "impls/arithmetic/emulated.hpp"
#include "properties/sensitivity/kill_matrix.hpp"
#include "properties/judge/oracle.hpp"
#include "properties/property.hpp"
#include "reference/error/usual/suspicion.hpp"

namespace assay::properties {
namespace {

/// Correct outputs of an arithmetic that declares no blocks, so that no replay is nearer than the statistics.
class Moved {
 public:
  Moved()
      : case_(parse_case("b=1 hq=1 tq=48 tk=1024 dk=8 dv=16 dtype=fp16 out=fp32 lse=1 seed=5")),
        inputs_(make_inputs(case_)),
        reference_(case_.problem, inputs_),
        outputs_(blank_outputs(case_.problem)) {
    impls::emulated_kernel(arithmetic_)->run(case_.problem, inputs_, outputs_);
  }
  Verdict verdict() { return judge(reference_, outputs_, arithmetic_, InputOrigin::Natural).verdict; }

  const reference::ExpectedSize& expected(std::int64_t query) {
    return reference_.bounds(arithmetic_).expected(static_cast<std::size_t>(query));
  }
  double right(std::int64_t query, std::int64_t column) {
    return reference_.row(static_cast<std::size_t>(query)).exact.out[static_cast<std::size_t>(column)];
  }
  void move(std::int64_t query, std::int64_t column, double by) {
    const Index4 at{0, 0, query, column};
    outputs_.out.set(at, outputs_.out.get(at) + by);
  }
  void move_all(const std::function<double(std::int64_t query, std::int64_t column)>& deviations) {
    for (std::int64_t i = 0; i < case_.problem.extents.query_length; ++i)
      for (std::int64_t c = 0; c < case_.problem.extents.value_dim; ++c)
        move(i, c, deviations(i, c) * expected(i).deviation[static_cast<std::size_t>(c)]);
  }
  void move_lse(double deviations) {
    for (std::int64_t i = 0; i < case_.problem.extents.query_length; ++i)
      outputs_.lse->set({0, 0, i, 0}, outputs_.lse->get({0, 0, i, 0}) + deviations * expected(i).lse_deviation);
  }

 private:
  Arithmetic arithmetic_ = parse_arithmetic("fp16");
  Case case_;
  Inputs inputs_;
  CaseReference reference_;
  Outputs outputs_;
};

struct Plant {
  const char* check;
  const char* planted;
  const char* told;  ///< how the reason tells it
  void (*plant)(Moved& outputs);
};

const Plant plants[] = {
    {"SD': root mean square of z' over rows", "every output is four usual deviations further off",
     "times as large as this arithmetic usually makes them",
     [](Moved& m) { m.move_all([](std::int64_t i, std::int64_t c) { return (i * 7 + c) % 2 ? 4.0 : -4.0; }); }},
    {"z': the largest error", "one output is 20 usual deviations off", "output: one error is",
     [](Moved& m) { m.move(3, 2, 20 * m.expected(3).deviation[2]); }},
    {"EP: the largest probable error", "one output is off by a little more than what is probable", "probable is up to",
     [](Moved& m) {
       const double lambda = reference::probable_lambda(48 * 16);
       m.move(3, 2, 1.1 * (lambda * m.expected(3).random[2] + m.expected(3).linear[2]));
     }},
    {"bias: the mean of z' over rows, by Student's t", "every output is a usual deviation nearer to zero",
     "errors point toward zero",
     [](Moved& m) { m.move_all([&](std::int64_t i, std::int64_t c) { return m.right(i, c) > 0 ? -1.0 : 1.0; }); }},
    {"SD' of the log-sum-exp", "every log-sum-exp is six usual deviations too large", "log-sum-exp: errors are",
     [](Moved& m) { m.move_lse(6); }},
};

TEST(ShownToFail, EachStatisticTellsWhatIsPlantedForItInsideTheBound) {
  EXPECT_EQ(name_of(Moved().verdict()), "holds");
  for (const Plant& plant : plants) {
    Moved moved;
    plant.plant(moved);
    const Verdict verdict = moved.verdict();
    EXPECT_EQ(name_of(verdict), "doubtful") << plant.check << ": " << reason_of(verdict);
    EXPECT_NE(reason_of(verdict).find(plant.told), std::string::npos) << plant.check << ": " << reason_of(verdict);
  }
}

/// Of the faults that a property kills, the one that fewest others do.
std::string shown_by(std::string_view property) {
  std::map<std::string, int> killers;
  for (const Kill& kill : kill_matrix())
    if (kill.killer != "reference" && kill.killed > 0) ++killers[kill.fault];
  const Kill* best = nullptr;
  for (const Kill& kill : kill_matrix())
    if (kill.killer == property && kill.killed > 0 && (!best || killers[kill.fault] < killers[best->fault]))
      best = &kill;
  if (!best) return "a kernel of `planted_test.cpp` |";
  const std::string where =
      best->suite == "own" ? "its own case" : best->suite + ", case " + std::to_string(best->first);
  return "`fault/" + best->fault + "` | " + where;
}

std::string table() {
  std::string text =
      "# What shows each check to fail\n\n"
      "Written by `ASSAY_UPDATE=1 build/dev/properties/properties_kill_matrix_test`; the same test holds it. Each line "
      "is a\ntest: the kill matrix is measured and held, the statistics are planted in `shown_to_fail_test.cpp`.\n\n"
      "| property | fault that it kills, and the fewest others do | on |\n|---|---|---|\n";
  for (const Property& property : all_properties())
    text += "| " + std::string(property.name) + " | " + shown_by(property.name) + " |\n";
  text +=
      "\nThe comparison with the reference kills every fault of the catalogue: `assay list --kill-matrix`.\n\n"
      "| of the statistics | planted in correct outputs, inside every bound | told as |\n|---|---|---|\n";
  for (const Plant& plant : plants)
    text += "| " + std::string(plant.check) + " | " + plant.planted + " | " + plant.told + " |\n";
  text +=
      "\n| of the bounds | shown by | in |\n|---|---|---|\n"
      "| W | sums, probabilities and exponentials worse than declared | `bound_test.cpp` |\n"
      "| RP | probabilities in another format than declared, or cut | `replay_test.cpp` |\n"
      "| RP: undecided probabilities in the divisor | without it a correct kernel is outside | "
      "`replay_test.cpp` |\n"
      "| the declared adder of float8 | another adder than declared | `adder_check_test.cpp` |\n"
      "| a drawn dropout mask | one that keeps too much or too little | `oracle_test.cpp` |\n";
  return text;
}

TEST(ShownToFail, TheTableIsThatOfTheMatrixAndThePlants) {
  const char* const file = ASSAY_SHOWN_TO_FAIL;
  if (std::getenv("ASSAY_UPDATE")) std::ofstream(file) << table();
  std::ifstream in(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), table()) << "ASSAY_UPDATE=1 accepts the change";
}

}  // namespace
}  // namespace assay::properties
