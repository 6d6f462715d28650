// SPDX-License-Identifier: Apache-2.0
// Every fault that can be planted in an emulated CUDA kernel is caught by what its catalogue entry says; the same
// library with nothing planted is silent on the same cases.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "fuzz/measure/emulated_library.hpp"
#include "fuzz/trial.hpp"
#include "impls/registry.hpp"

namespace assay::measure {
namespace {

constexpr std::uint64_t seed = 7;
constexpr std::uint64_t cases_most = 150;

std::string path_of(const std::string& library, const std::string& flavour) {
  return std::string(ASSAY_CUDA_FOLDER) + "/lib" + library + "_emulated_" + flavour + ".so";
}

/// The zoo of a kernel: plain, and with the checker where that is built.
struct Zoo {
  EmulatedLibrary plain;
  std::optional<EmulatedLibrary> checked;

  explicit Zoo(const std::string& library) : plain(path_of(library, "zoo")) {
    const std::string path = path_of(library, "zoo_checked");
    if (std::filesystem::exists(path)) checked.emplace(path);
  }
};

/// "reference", the words of an emulator report, or nothing.
std::string caught_by(const EmulatedLibrary& library, const std::string& fault, std::uint64_t index) {
  static constexpr const char* orders[] = {"linear", "reverse", "random"};
  library.set("order", orders[index % 3]);
  library.set("seed", std::to_string(index));
  const Case the_case = emulated_case(*library.kernel(), seed, index);
  library.plant(fault);
  const fuzz::Trial trial = fuzz::try_case({library.kernel(), {}}, the_case, fuzz::reference_check);
  library.plant("");
  if (std::holds_alternative<properties::Violated>(trial.verdict)) return fuzz::reference_check;
  return properties::is_bad(trial.verdict) ? properties::reason_of(trial.verdict) : "";
}

bool is_checkers(const std::string& killer) { return killer != fuzz::reference_check; }

/// Killers that did not kill within so many cases, and what did. Numbers are judged in the plain flavour, which does
/// what it is told; all else in the checker's, which stops a kernel before it reaches beyond its memory.
struct Missed {
  std::set<std::string> killers;
  std::set<std::string> seen;
};
Missed missed(const impls::Fault& fault, const Zoo& zoo) {
  Missed left{{fault.killers.begin(), fault.killers.end()}, {}};
  if (!zoo.checked) std::erase_if(left.killers, is_checkers);
  const auto take = [&](const std::string& seen) {
    if (!seen.empty()) left.seen.insert(seen);
    std::erase_if(left.killers, [&](const std::string& killer) { return seen.find(killer) != std::string::npos; });
  };
  for (std::uint64_t index = 0; index < cases_most && !left.killers.empty(); ++index) {
    if (left.killers.contains(fuzz::reference_check)) take(caught_by(zoo.plain, fault.planted, index));
    if (std::ranges::any_of(left.killers, is_checkers)) take(caught_by(*zoo.checked, fault.planted, index));
  }
  return left;
}

class PlantedFaults : public testing::TestWithParam<std::vector<impls::Fault>> {};

TEST_P(PlantedFaults, AreCaughtByTheClassExpected) {
  const Zoo zoo(GetParam().front().library);
  for (const impls::Fault& fault : GetParam()) {
    const Missed left = missed(fault, zoo);
    EXPECT_THAT(left.killers, testing::IsEmpty()) << name_of(fault) << "; seen: " << testing::PrintToString(left.seen);
  }
  if (!zoo.checked) GTEST_SKIP() << "the checker is not built: its faults were not asked";
}

TEST_P(PlantedFaults, AreThoseOfTheKernelsSource) {
  const Zoo zoo(GetParam().front().library);
  std::vector<std::string> named;
  for (const impls::Fault& fault : GetParam()) named.push_back(fault.planted);
  EXPECT_THAT(named, testing::UnorderedElementsAreArray(zoo.plain.faults()));
  EXPECT_GE(named.size(), 10u);
}

TEST_P(PlantedFaults, HaveATwinThatIsSilent) {
  const Zoo zoo(GetParam().front().library);
  for (std::uint64_t index = 0; index < 20; ++index) {
    EXPECT_EQ(caught_by(zoo.plain, "", index), "");
    if (zoo.checked) {
      EXPECT_EQ(caught_by(*zoo.checked, "", index), "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, PlantedFaults, testing::ValuesIn(impls::planted_faults()),
                         [](const auto& table) { return table.param.front().library; });

TEST(PlantedFault, ThatCannotBeSeenIsTold) {
  impls::Fault fault = impls::planted_faults().front().front();
  const Zoo zoo(fault.library);
  fault.planted = "";
  fault.killers = {"reference"};
  EXPECT_THAT(missed(fault, zoo).killers, testing::ElementsAre("reference"));
}

TEST(EmulatedLibrary, SaysItselfThatItIs) {
  for (const char* const flavour : {"linear", "reverse"}) {
    void* const library = dlopen(path_of("explicit", flavour).c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto build = reinterpret_cast<const char* (*)()>(dlsym(library, "assay_emulated_build"));
    ASSERT_NE(build, nullptr);
    EXPECT_EQ(build(), "emulated order=" + std::string(flavour) + " flavour=plain model=fp32-fma");
    dlclose(library);
  }
}

TEST(PlantedFault, OfAnUnknownNameIsRefused) {
  const Zoo zoo("explicit");
  EXPECT_THROW(zoo.plain.plant("no_such_fault"), UsageError);
  EXPECT_THROW(zoo.plain.set("order", "sideways"), UsageError);
}

}  // namespace
}  // namespace assay::measure
