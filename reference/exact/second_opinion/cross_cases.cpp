// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/second_opinion/cross_cases.hpp"

#include <array>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <utility>

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(list.size()) - 1))];
  }

 private:
  std::mt19937_64 engine_;
};

struct Choice {
  std::string name;
  std::function<void(CrossCase&, Random&)> apply;
};

/// The first choice is the plain one and is drawn half of the time.
struct Feature {
  std::string name;
  std::vector<Choice> choices;
};

/// A choice that writes a field of the problem.
template <class Value>
Choice set(std::string name, Value Problem::*field, Value value) {
  return {std::move(name), [=](CrossCase& c, Random&) { c.the_case.problem.*field = value; }};
}

template <class Value>
Choice convention(std::string name, Value Convention::*field, Value value) {
  return {std::move(name), [=](CrossCase& c, Random&) { c.the_case.problem.convention.*field = value; }};
}

Feature flag(const std::string& name, bool Problem::*field) {
  return {name, {set("no", field, false), set("yes", field, true)}};
}

Feature broadcast(const std::string& name, std::optional<Broadcast> Problem::*field) {
  Feature feature{name, {set("no", field, std::optional<Broadcast>())}};
  for (const std::array<bool, 4> has : {std::array{false, false, true, true},
                                        {true, false, false, true},
                                        {false, true, true, true},
                                        {true, true, true, true},
                                        {false, false, false, true},
                                        {true, false, true, false}})
    feature.choices.push_back(
        set(std::to_string(has[0]) + std::to_string(has[1]) + std::to_string(has[2]) + std::to_string(has[3]), field,
            std::optional(Broadcast{has})));
  return feature;
}

Feature extents() {
  const auto draw = [](CrossCase& c, Random& random) {
    Extents& e = c.the_case.problem.extents;
    e.batch = random.between(1, 2);
    e.query_length = random.between(1, 12);
    e.key_length = random.between(1, 12);
    e.head_dim = random.between(1, 12);
    e.value_dim = random.between(1, 5);
  };
  const auto then = [=](std::int64_t Extents::*field, std::int64_t value) {
    return [=](CrossCase& c, Random& random) {
      draw(c, random);
      c.the_case.problem.extents.*field = value;
    };
  };
  return {"extents",
          {{"any", draw},
           {"12 keys", then(&Extents::key_length, 12)},
           {"12 queries", then(&Extents::query_length, 12)},
           {"one key", then(&Extents::key_length, 1)},
           {"no key", then(&Extents::key_length, 0)},
           {"one feature", then(&Extents::head_dim, 1)},
           {"12 values", then(&Extents::value_dim, 12)}}};
}

Feature heads() {
  const auto make = [](std::int64_t query, std::int64_t key, HeadMap map) {
    return [=](CrossCase& c, Random&) {
      c.the_case.problem.extents.query_heads = query;
      c.the_case.problem.extents.key_heads = key;
      c.the_case.problem.convention.head_map = map;
    };
  };
  return {"heads",
          {{"2/2", make(2, 2, HeadMap::Grouped)},
           {"6/3 grouped", make(6, 3, HeadMap::Grouped)},
           {"6/3 interleaved", make(6, 3, HeadMap::Interleaved)},
           {"4/1", make(4, 1, HeadMap::Grouped)}}};
}

Feature dtypes() {
  Feature feature{"dtype", {}};
  for (const char* name : {"fp32", "fp16", "bf16", "e4m3", "e5m2", "fp64"})
    feature.choices.push_back(
        {name, [name](CrossCase& c, Random&) { c.the_case.problem.dtype = c.the_case.problem.out = dtype(name); }});
  return feature;
}

Feature anchors() {
  const auto make = [](Anchor::Kind kind) {
    return [kind](CrossCase& c, Random& random) {
      c.the_case.problem.convention.anchor = {kind, kind == Anchor::Kind::Offset ? random.between(-4, 8) : 0};
    };
  };
  return {"anchor",
          {{"top-left", make(Anchor::Kind::TopLeft)},
           {"bottom-right", make(Anchor::Kind::BottomRight)},
           {"offset", make(Anchor::Kind::Offset)}}};
}

Feature windows() {
  const auto make = [](bool left, bool right) {
    return [=](CrossCase& c, Random& random) {
      if (left) c.the_case.problem.window.left = random.between(1, 4);
      if (right) c.the_case.problem.window.right = random.between(1, 3);
    };
  };
  return {"window",
          {{"none", make(false, false)},
           {"left", make(true, false)},
           {"right", make(false, true)},
           {"both", make(true, true)}}};
}

Feature chunks() {
  const auto draw = [](CrossCase& c, Random& random) { c.the_case.problem.chunk = random.between(1, 5); };
  return {"chunk", {{"none", [](CrossCase&, Random&) {}}, {"some", draw}}};
}

Feature pasts() {
  const auto draw = [](CrossCase& c, Random& random) {
    c.the_case.problem.past = random.between(0, c.the_case.problem.extents.key_length);
  };
  return {"past", {{"none", [](CrossCase&, Random&) {}}, {"some", draw}}};
}

Feature dropouts() {
  return {"dropout",
          {set("none", &Problem::dropout, Dropout{}), set("evaluation", &Problem::dropout, Dropout{0.3, false, true}),
           set("training", &Problem::dropout, Dropout{0.3, true, true})}};
}

Feature fills(const std::string& name, const std::vector<FillInfo>& list,
              const std::function<void(Recipe&, const std::string&)>& apply) {
  Feature feature{name, {}};
  for (const FillInfo& info : list)
    feature.choices.push_back({std::string(info.name), [apply, fill = std::string(info.name)](CrossCase& c, Random&) {
                                 apply(c.the_case.recipe, fill);
                               }});
  return feature;
}

/// Where a special number goes: into a tensor of the call, if it has that one.
const std::map<std::string, std::pair<std::string, double>>& specials() {
  static const std::map<std::string, std::pair<std::string, double>> table{{"NaN in query", {"query", nan}},
                                                                           {"inf in query", {"query", infinity}},
                                                                           {"NaN in key", {"key", nan}},
                                                                           {"-inf in key", {"key", -infinity}},
                                                                           {"NaN in value", {"value", nan}},
                                                                           {"inf in value", {"value", infinity}},
                                                                           {"-inf in value", {"value", -infinity}},
                                                                           {"NaN in bias", {"bias", nan}},
                                                                           {"inf in bias", {"bias", infinity}},
                                                                           {"-inf in sinks", {"sinks", -infinity}},
                                                                           {"inf in sinks", {"sinks", infinity}}};
  return table;
}

Feature special_numbers() {
  Feature feature{"special", {{"none", [](CrossCase&, Random&) {}}}};
  for (const auto& entry : specials())
    feature.choices.push_back({entry.first, [name = entry.first](CrossCase& c, Random&) { c.special = name; }});
  return feature;
}

const std::vector<Feature>& features() {
  static const std::vector<Feature> list{
      extents(),
      heads(),
      dtypes(),
      anchors(),
      windows(),
      chunks(),
      pasts(),
      dropouts(),
      special_numbers(),
      flag("causal", &Problem::causal),
      flag("lengths", &Problem::key_lengths),
      flag("segments", &Problem::segments),
      flag("alibi", &Problem::alibi),
      flag("sinks", &Problem::sinks),
      broadcast("mask", &Problem::mask),
      broadcast("bias", &Problem::bias),
      {"scale",
       {set("default", &Problem::scale, std::optional<double>()), set("0.3", &Problem::scale, std::optional(0.3)),
        set("-2", &Problem::scale, std::optional(-2.0)), set("0", &Problem::scale, std::optional(0.0))}},
      {"softcap",
       {set("none", &Problem::softcap, std::optional<double>()), set("1.5", &Problem::softcap, std::optional(1.5)),
        set("50", &Problem::softcap, std::optional(50.0))}},
      {"cap order",
       {convention("before", &Convention::cap_order, CapOrder::BeforeBias),
        convention("after", &Convention::cap_order, CapOrder::AfterBias)}},
      {"lse base",
       {convention("e", &Convention::lse_base, LseBase::E), convention("2", &Convention::lse_base, LseBase::Two)}},
      {"empty row",
       {convention("zero", &Convention::empty_row, EmptyRow::Zero),
        convention("nan", &Convention::empty_row, EmptyRow::Nan),
        convention("mean", &Convention::empty_row, EmptyRow::Mean)}},
      {"empty lse",
       {convention("-inf", &Convention::empty_lse, EmptyLse::MinusInfinity),
        convention("inf", &Convention::empty_lse, EmptyLse::PlusInfinity),
        convention("nan", &Convention::empty_lse, EmptyLse::Nan)}},
      {"mask true",
       {convention("visible", &Convention::mask_true, MaskTrue::Visible),
        convention("hidden", &Convention::mask_true, MaskTrue::Hidden)}},
      {"window count",
       {convention("inclusive", &Convention::window_count, WindowCount::Inclusive),
        convention("self", &Convention::window_count, WindowCount::CountsSelf)}},
      fills("scores", score_fills(), [](Recipe& r, const std::string& name) { r.scores.name = name; }),
      fills("values", value_fills(), [](Recipe& r, const std::string& name) { r.values.name = name; }),
      fills("hidden", hidden_fills(), [](Recipe& r, const std::string& name) { r.hidden = name; }),
      fills("masks", mask_fills(), [](Recipe& r, const std::string& name) { r.masks = name; }),
      fills("layout", layouts(), [](Recipe& r, const std::string& name) { r.layout = name; })};
  return list;
}

using Levels = std::vector<std::size_t>;  ///< the choice of each feature
using Pair = std::array<std::size_t, 4>;  ///< feature, choice, later feature, choice

/// Every pair of choices of two features, with the number of cases that have it.
std::map<Pair, int> all_pairs() {
  std::map<Pair, int> pairs;
  for (std::size_t f = 0; f < features().size(); ++f)
    for (std::size_t g = f + 1; g < features().size(); ++g)
      for (std::size_t a = 0; a < features()[f].choices.size(); ++a)
        for (std::size_t b = 0; b < features()[g].choices.size(); ++b) pairs[{f, a, g, b}] = 0;
  return pairs;
}

Levels draw_levels(Random& random, const Pair* forced) {
  Levels levels;
  for (const Feature& feature : features())
    levels.push_back(random.between(0, 1) == 0 ? 0
                                               : static_cast<std::size_t>(random.between(
                                                     0, static_cast<std::int64_t>(feature.choices.size()) - 1)));
  if (forced != nullptr) {
    levels[(*forced)[0]] = (*forced)[1];
    levels[(*forced)[2]] = (*forced)[3];
  }
  return levels;
}

CrossCase build(const Levels& levels, Random& random) {
  CrossCase cross;
  cross.the_case.problem.lse = true;
  for (std::size_t f = 0; f < levels.size(); ++f) features()[f].choices[levels[f]].apply(cross, random);
  cross.the_case.recipe.seed = static_cast<std::uint64_t>(random.between(0, 1 << 30));
  validate(cross.the_case.problem);
  return cross;
}

}  // namespace

Inputs CrossCase::inputs() const {
  Inputs inputs = make_inputs(the_case);
  if (special == "none") return inputs;
  const auto& [name, number] = specials().at(special);
  std::optional<Tensor> tensor = get_tensor(inputs, name);
  if (!tensor || tensor->size() == 0) return inputs;
  const Index4& e = tensor->extents();
  tensor->set({e[0] - 1, e[1] - 1, e[2] / 2, e[3] / 2}, number);
  set_tensor(inputs, name, std::move(tensor));
  return inputs;
}

std::string to_text(const CrossCase& cross) { return to_text(cross.the_case) + " (" + cross.special + ")"; }

CrossCases make_cross_cases(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::map<Pair, int> pairs = all_pairs();
  CrossCases result{.cases = {}, .features = features().size(), .pairs = pairs.size(), .covered = 0};
  auto missing = pairs.begin();
  while (result.cases.size() < count) {
    while (missing != pairs.end() && missing->second != 0) ++missing;
    const Levels levels = draw_levels(random, missing == pairs.end() ? nullptr : &missing->first);
    result.cases.push_back(build(levels, random));
    for (std::size_t f = 0; f < levels.size(); ++f)
      for (std::size_t g = f + 1; g < levels.size(); ++g) result.covered += pairs[{f, levels[f], g, levels[g]}]++ == 0;
  }
  return result;
}

}  // namespace assay::reference
