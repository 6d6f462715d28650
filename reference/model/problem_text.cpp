// SPDX-License-Identifier: Apache-2.0
#include "reference/model/problem_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/model/problem_options.hpp"
#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

constexpr std::string_view axis_letters = "bhqk";

bool has(const std::vector<TextField>& fields, std::string_view key) {
  return std::ranges::any_of(fields, [&](const TextField& f) { return f.key == key; });
}

/// The keys that a line may leave out get what they follow; the others must be there.
void complete(Problem& problem, const std::vector<TextField>& fields) {
  for (const ProblemOption& option : problem_options()) {
    if (has(fields, option.about.key)) continue;
    if (option.about.standard.empty()) throw UsageError(fmt::format("the problem line lacks {}=", option.about.key));
    if (option.absent) option.absent(problem);
  }
}

}  // namespace

Broadcast parse_broadcast(std::string_view field, std::string_view text) {
  Broadcast broadcast;
  bool good = text.size() == 4;
  for (std::size_t axis = 0; good && axis < 4; ++axis) {
    broadcast.has[axis] = text[axis] == axis_letters[axis];
    good = broadcast.has[axis] || text[axis] == '1';
  }
  if (!good)
    throw UsageError(
        fmt::format("{}={}: want four axes, each its letter or 1, as in b11k or 11qk (of bhqk)", field, text));
  return broadcast;
}

std::string to_text(const Broadcast& broadcast) {
  std::string text = "1111";
  for (std::size_t axis = 0; axis < 4; ++axis)
    if (broadcast.has[axis]) text[axis] = axis_letters[axis];
  return text;
}

std::vector<std::string> problem_keys() {
  std::vector<std::string> keys;
  for (const ProblemOption& option : problem_options()) keys.push_back(option.about.key);
  return keys;
}

Problem parse_problem_fields(const std::vector<TextField>& fields) {
  Problem problem;
  const auto set = [&](const TextField& field) {
    const ProblemOption* option = find_problem_option(field.key);
    if (!option) throw UsageError(unknown_key("field", field.key, problem_keys()));
    option->set(problem, field.value);
  };
  for (const TextField& field : fields)
    if (field.key == "convention") set(field);  // first, since the other keys change its choices
  for (const TextField& field : fields)
    if (field.key != "convention") set(field);
  complete(problem, fields);
  validate(problem);
  return problem;
}

Problem parse_problem(std::string_view line) { return parse_problem_fields(split_fields(line)); }

std::string to_text(const Problem& problem) {
  std::string text;
  for (const ProblemOption& option : problem_options())
    if (option.shown(problem))
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", option.about.key, option.print(problem));
  return text;
}

}  // namespace assay
