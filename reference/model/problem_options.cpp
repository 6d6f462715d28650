// SPDX-License-Identifier: Apache-2.0
#include "reference/model/problem_options.hpp"

#include <algorithm>
#include <cmath>

#include "reference/model/problem_text.hpp"
#include "reference/model/text_fields.hpp"

namespace assay {

namespace options {

ProblemOption flag(LineKey about, bool Problem::*member, int rank) {
  about.values = {{"0", "no"}, {"1", "yes"}};
  about.standard = "0";
  about.example = about.key + "=1";
  const std::string key = about.key;
  return {.about = std::move(about),
          .set = [=](Problem& p, std::string_view v) { p.*member = parse_flag(key, v); },
          .print = [=](const Problem& p) { return std::string(p.*member ? "1" : "0"); },
          .shown = [=](const Problem& p) { return p.*member; },
          .removals = {differs(
              rank, [=](Problem & p) -> auto& { return p.*member; }, false)}};
}

ProblemOption whole_number(LineKey about, std::int64_t Problem::*member, int rank, int number_rank) {
  about.standard = "0";
  const std::string key = about.key;
  return {.about = std::move(about),
          .set = [=](Problem& p, std::string_view v) { p.*member = parse_integer(key, v); },
          .print = [=](const Problem& p) { return std::to_string(p.*member); },
          .shown = [=](const Problem& p) { return p.*member != 0; },
          .removals = {differs(
              rank, [=](Problem & p) -> auto& { return p.*member; }, std::int64_t{0})},
          .numbers = {{number_rank, [=](const Problem& p) { return static_cast<double>(p.*member); },
                       [=](Problem& p, double value) { p.*member = std::llround(value); }}}};
}

ProblemOption optional_real(LineKey about, std::optional<double> Problem::*member, int rank, int number_rank) {
  const std::string key = about.key;
  return {.about = std::move(about),
          .set = [=](Problem& p, std::string_view v) { p.*member = parse_real(key, v); },
          .print = [=](const Problem& p) { return real_text((p.*member).value_or(0)); },
          .shown = [=](const Problem& p) { return (p.*member).has_value(); },
          .removals = {differs(
              rank, [=](Problem & p) -> auto& { return p.*member; }, std::optional<double>{})},
          .numbers = {{number_rank, [=](const Problem& p) { return (p.*member).value_or(0); },
                       [=](Problem& p, double value) { p.*member = value; }}}};
}

ProblemOption broadcast(LineKey about, std::optional<Broadcast> Problem::*member, int rank) {
  about.values = {{"b11k", "a value for each example and key"},
                  {"11qk", "one pattern for all examples and heads"},
                  {"bhqk", "a value for each score; any other choice of the four axes likewise, 1 where it has none"}};
  about.standard = "no such tensor";
  about.example = about.key + "=b11k";
  const std::string key = about.key;
  std::vector<Removal> removals{
      {rank, [=](const Problem& p) { return p.*member ? 1 : 0; }, [=](Problem& p) { (p.*member).reset(); }}};
  for (int axis = 0; axis < 4; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    removals.push_back({rank + 1 + axis, [=](const Problem& p) { return p.*member && (p.*member)->has[at] ? 1 : 0; },
                        [=](Problem& p) {
                          if (p.*member) (p.*member)->has[at] = false;
                        }});
  }
  return {.about = std::move(about),
          .set = [=](Problem& p, std::string_view v) { p.*member = parse_broadcast(key, v); },
          .print = [=](const Problem& p) { return to_text((p.*member).value_or(Broadcast{})); },
          .shown = [=](const Problem& p) { return (p.*member).has_value(); },
          .hides = Hides::ByRule,
          .removals = std::move(removals)};
}

}  // namespace options

const std::vector<ProblemOption>& problem_options() {
  static const std::vector<ProblemOption> list = [] {
    std::vector<ProblemOption> all;
    for (const auto& part : {options::shape, options::visibility, options::scores, options::conventions})
      for (ProblemOption& option : part()) {
        for (Feature& feature : option.features)
          if (!feature.asked) feature.asked = option.shown;
        all.push_back(std::move(option));
      }
    return all;
  }();
  return list;
}

const ProblemOption* find_problem_option(std::string_view key) {
  const auto& all = problem_options();
  const auto found = std::ranges::find_if(all, [&](const ProblemOption& o) { return o.about.key == key; });
  return found == all.end() ? nullptr : &*found;
}

bool may_hide_all(const Problem& problem) {
  const auto hides = [&](const ProblemOption& o) { return o.hides != Hides::Nothing && o.shown(problem); };
  return problem.extents.key_length == 0 || std::ranges::any_of(problem_options(), hides);
}

bool is_masked(const Problem& problem) {
  return std::ranges::any_of(problem_options(), [&](const ProblemOption& o) {
    return (o.hides == Hides::ByRule || o.hides == Hides::ByLength) && o.shown(problem);
  });
}

bool is_anchored(const Problem& problem) {
  return std::ranges::any_of(problem_options(), [&](const ProblemOption& o) { return o.anchored && o.shown(problem); });
}

void show_by_mask_alone(Problem& problem) {
  for (const ProblemOption& option : problem_options()) {
    if (option.hides != Hides::ByRule) continue;
    for (const Removal& removal : option.removals) removal.remove(problem);
  }
}

}  // namespace assay
