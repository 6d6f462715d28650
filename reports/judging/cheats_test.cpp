// SPDX-License-Identifier: Apache-2.0
// Every plug-in of impls/foreign/cheats betrays itself within the budget that its file states and is named by the check
// that it names; those of impls/foreign/cheats/unseen pass, and the page about what a pass does not prove says so.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <unistd.h>

#include "impls/plugin/plugin.hpp"
#include "impls/plugin/host/sandbox.hpp"
#include "properties/judge/oracle.hpp"
#include "properties/property.hpp"
#include "properties/cases/suite.hpp"
#include "properties/call.hpp"
#include "reference/model/arithmetic_fields.hpp"

namespace assay::reports {
namespace {

namespace fs = std::filesystem;
using properties::Call;
using properties::Verdict;

const fs::path sources = ASSAY_CHEAT_SOURCES;
const fs::path libraries = ASSAY_CHEAT_LIBRARIES;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What the comment at the top of a cheat's file states.
struct Cheat {
  std::string name;
  int calls = 0;
  std::size_t shapes = 0;
  double seconds = 0;
  std::string caught_by;  ///< a check, or "faulted: " and the kind; empty: the file does not say it
};

Cheat read_cheat(const fs::path& path) {
  static const std::regex line(R"(Within: (\d+) calls?, (\d+) shapes?, (\d+) seconds?\. Caught by: ([^.]*)\. \*/)");
  const std::string text = text_of(path);
  std::smatch found;
  Cheat cheat;
  cheat.name = path.stem();
  if (!std::regex_search(text, found, line)) return cheat;
  return {cheat.name, std::stoi(found[1]), std::stoul(found[2]), std::stod(found[3]), found[4]};
}

std::vector<fs::path> sources_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".c") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::vector<Cheat> cheats() {
  std::vector<Cheat> list;
  for (const fs::path& path : sources_in(sources)) list.push_back(read_cheat(path));
  return list;
}

std::vector<std::string> unseen() {
  std::vector<std::string> names;
  for (const fs::path& path : sources_in(sources / "unseen")) names.push_back(path.stem());
  return names;
}

void PrintTo(const Cheat& cheat, std::ostream* stream) { *stream << cheat.name; }

fs::path library_of(const std::string& name) { return libraries / ("lib" + name + ".so"); }

/// Counts what a kernel is asked for.
class Counted : public impls::Kernel {
 public:
  explicit Counted(impls::KernelPointer kernel) : kernel_(std::move(kernel)) {}
  std::string name() const override { return kernel_->name(); }
  std::string description() const override { return kernel_->description(); }
  Arithmetic arithmetic(const Problem& problem) const override { return kernel_->arithmetic(problem); }
  impls::Support supports(const Problem& problem) const override { return kernel_->supports(problem); }
  impls::Promises promises() const override { return kernel_->promises(); }
  std::optional<Convention> convention() const override { return kernel_->convention(); }
  std::shared_ptr<const impls::Kernel> fresh() const override { return kernel_->fresh(); }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    ++calls;
    shapes.insert(to_text(plain_problem(problem.extents, "fp32")));
    kernel_->run(problem, inputs, outputs);
  }
  mutable int calls = 0;
  mutable std::set<std::string> shapes;

 private:
  impls::KernelPointer kernel_;
};

/// A case of the suite, its reference computed once for all kernels.
struct Exhibit {
  explicit Exhibit(const Case& the_case)
      : line(to_text(the_case)),
        call(properties::make_call(the_case)),
        reference(call.problem, call.inputs) {}
  std::string line;
  Call call;
  properties::CaseReference reference;
};

const std::vector<std::unique_ptr<Exhibit>>& suite() {
  static const auto list = [] {
    std::vector<std::unique_ptr<Exhibit>> exhibits;
    for (const Case& the_case : properties::find_suite("quick").cases)
      if (the_case.problem.dtype.name == "fp32") exhibits.push_back(std::make_unique<Exhibit>(the_case));
    return exhibits;
  }();
  return list;
}

Verdict compare(const impls::Kernel& kernel, Exhibit& exhibit) {
  const properties::Ran ran = properties::run(kernel, exhibit.call);
  if (const auto* fault = std::get_if<properties::Faulted>(&ran)) return *fault;
  const auto requirement = properties::requirement_of(kernel, exhibit.call.problem, std::nullopt);
  return properties::judge(exhibit.reference, std::get<Outputs>(ran), requirement.arithmetic).verdict;
}

/// How a kernel fared on the suite, up to the first check that saw it.
struct Trial {
  int calls = 0;
  std::size_t shapes = 0;
  double seconds = 0;
  int held = 0;
  std::string caught_by;  ///< empty: it was not caught
  std::string evidence;
};

using Checks = std::vector<const properties::Property*>;

/// The reference on every case, and of the checks every share-th in turn.
class Bench {
 public:
  Bench(impls::KernelPointer kernel, Checks checks, std::size_t share)
      : kernel_(std::move(kernel)),
        checks_(std::move(checks)),
        share_(share) {}

  /// Round after round of the suite for at least so long.
  Trial run(double seconds) {
    do {
      for (std::size_t n = 0; n < suite().size() && trial_.caught_by.empty(); ++n) judge(n);
    } while (trial_.caught_by.empty() && elapsed() < seconds && trial_.held > 0);
    return trial_;
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  void judge(std::size_t n) {
    Exhibit& exhibit = *suite()[n];
    if (!kernel_.supports(exhibit.call.problem)) return;
    note("reference", compare(kernel_, exhibit), exhibit);
    for (std::size_t p = n % share_; p < checks_.size() && trial_.caught_by.empty(); p += share_)
      note(std::string(checks_[p]->name), properties::check(*checks_[p], kernel_, exhibit.call), exhibit);
  }

  void note(const std::string& check, const Verdict& verdict, const Exhibit& exhibit) {
    if (std::holds_alternative<properties::Holds>(verdict)) ++trial_.held;
    trial_.calls = kernel_.calls;
    trial_.shapes = kernel_.shapes.size();
    trial_.seconds = elapsed();
    if (!properties::is_bad(verdict)) return;
    const auto* fault = std::get_if<properties::Faulted>(&verdict);
    trial_.caught_by = fault ? "faulted: " + std::string(name_of(fault->kind)) : check;
    trial_.evidence = check + ": " + properties::reason_of(verdict) + "\n" + exhibit.line;
  }

  Counted kernel_;
  Checks checks_;
  std::size_t share_;
  Trial trial_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// As `assay check --suite quick --checks reference,X`, X being what the cheat names.
Trial try_cheat(const Cheat& cheat, const impls::KernelPointer& kernel) {
  Checks checks;
  for (const properties::Property& property : properties::all_properties())
    if (property.name == cheat.caught_by) checks.push_back(&property);
  return Bench(kernel, checks, 1).run(cheat.seconds);
}

/// Whether only a confined process keeps it from what it looks for.
bool reaches_out(const Cheat& cheat) {
  return std::ranges::any_of(std::array{"seen_by_", "reads_", "writes_"},
                             [&](const char* start) { return cheat.name.starts_with(start); });
}

/// As `assay check --suite quick`.
Trial try_everything(const fs::path& library) {
  constexpr std::size_t suite_share = 6;
  Checks checks;
  for (const properties::Property& property : properties::all_properties()) checks.push_back(&property);
  return Bench(impls::plugin_kernel(library), checks, suite_share).run(0);
}

/// In a folder of its own and with names in the environment that give a harness away.
class Cheats : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    fs::current_path(folder_);
    setenv("ASSAY_HARNESS", "1", 1);
  }
  void TearDown() override {
    EXPECT_TRUE(fs::is_empty(folder_)) << "it wrote into the judge's folder";
    fs::current_path(before_);
    fs::remove_all(folder_);
    unsetenv("ASSAY_HARNESS");
  }

 private:
  fs::path before_ = fs::current_path();
  fs::path folder_ = fs::path(testing::TempDir()) / ("assay_cheats_" + std::to_string(getpid()));
};

class EveryCheat : public Cheats, public testing::WithParamInterface<Cheat> {};

TEST_P(EveryCheat, BetraysItselfWithinItsBudgetToTheCheckThatItNames) {
  const Cheat& cheat = GetParam();
  ASSERT_NE(cheat.caught_by, "") << "its file does not say: Within: ... Caught by: ...";
  const impls::KernelPointer kernel = impls::plugin_kernel(library_of(cheat.name));
  const Trial trial = try_cheat(cheat, kernel);
  RecordProperty("calls", trial.calls);
  RecordProperty("shapes", static_cast<int>(trial.shapes));
  RecordProperty("seconds", std::to_string(trial.seconds));
  RecordProperty("held", trial.held);
  if (cheat.caught_by == "no evidence") {
    EXPECT_EQ(trial.caught_by, "");
    EXPECT_EQ(trial.held, 0);
    return;
  }
  if (trial.caught_by.empty() && reaches_out(cheat) && !kernel->caveats().empty())
    GTEST_SKIP() << "this system refuses what would hide the harness: " << testing::PrintToString(kernel->caveats());
  EXPECT_EQ(trial.caught_by, cheat.caught_by) << trial.evidence;
  EXPECT_LE(trial.calls, cheat.calls);
  EXPECT_LE(trial.shapes, cheat.shapes);
  EXPECT_LE(trial.seconds, cheat.seconds);
}

INSTANTIATE_TEST_SUITE_P(Folder, EveryCheat, testing::ValuesIn(cheats()),
                         [](const auto& cheat) { return cheat.param.name; });

TEST_F(Cheats, AreTwentyAtLeast) { EXPECT_GE(cheats().size(), 20u); }

TEST_F(Cheats, LeaveAnHonestPluginAlone) {
  const Trial trial = try_everything(ASSAY_HONEST_LIBRARY);
  EXPECT_EQ(trial.caught_by, "") << trial.evidence;
  EXPECT_GT(trial.held, 0);
}

TEST_F(Cheats, WouldRecogniseAHarnessThatDoesNotHide) {
  void* const library = dlopen(library_of("seen_by_environment").c_str(), RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto entry = reinterpret_cast<decltype(&assay_plugin_entry)>(dlsym(library, "assay_plugin_entry"));
  const impls::KernelPointer kernel = impls::in_process_kernel(entry(ASSAY_ABI_MAJOR, ASSAY_ABI_MINOR));
  const Verdict seen = compare(*kernel, *suite().front());
  EXPECT_EQ(properties::name_of(seen), "holds") << "the variable is there to see: " << properties::reason_of(seen);
}

class EveryUnseenCheat : public Cheats, public testing::WithParamInterface<std::string> {};

TEST_P(EveryUnseenCheat, PassesAndIsOnThePage) {
  const Trial trial = try_everything(libraries / "unseen" / ("lib" + GetParam() + ".so"));
  EXPECT_EQ(trial.caught_by, "") << "it is seen after all, and belongs with the others: " << trial.evidence;
  EXPECT_GT(trial.held, 0);
  EXPECT_NE(text_of(ASSAY_UNSEEN_PAGE).find("`" + GetParam() + "`"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Folder, EveryUnseenCheat, testing::ValuesIn(unseen()),
                         [](const auto& name) { return name.param; });

TEST_F(Cheats, ADeclarationWeakerThanItsFormatIsNamed) {
  const impls::KernelPointer kernel = impls::plugin_kernel(libraries / "unseen" / "libweaker_than_it_is.so");
  const Problem problem = plain_problem({}, "fp32");
  const auto requirement = properties::requirement_of(*kernel, problem, std::nullopt);
  EXPECT_FALSE(looser_fields(requirement.arithmetic, arithmetic_preset("fp32")).empty());
}

}  // namespace
}  // namespace assay::reports
