// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "reference/model/problem_options.hpp"

namespace assay::options {
namespace {

ProblemOption preset() {
  std::vector<KeyValue> values;
  for (const std::string& name : convention_presets()) {
    Convention choices = convention_preset(name);
    choices.preset = "torch";
    const std::string differing = to_text(choices).substr(choices.preset.size());
    values.push_back({name, differing.empty() ? "the choices that stand first below" : differing.substr(1)});
  }
  return {.about = {.key = "convention",
                    .meaning = "choices on which correct kernels differ, by the name of a library that makes them; "
                               "the keys after it change single ones",
                    .values = std::move(values),
                    .standard = "torch",
                    .example = "convention=flash-attention"},
          .set = [](Problem& p, std::string_view v) { p.convention = convention_preset(v); },
          .print = [](const Problem& p) { return p.convention.preset; },
          .shown = [](const Problem&) { return true; },
          .removals = {differs(
              220, [](Problem & p) -> auto& { return p.convention.preset; }, std::string("torch"))}};
}

/// A choice as an option: left out of the line where it is the preset's.
ProblemOption option_of(const ConventionChoice& choice, int rank) {
  const std::string plain = choice.print(convention_preset("torch"));
  return {.about = choice.about,
          .set = [choice](Problem& p, std::string_view v) { choice.set(p.convention, v); },
          .print = [choice](const Problem& p) { return choice.print(p.convention); },
          .shown =
              [choice](const Problem& p) {
                return choice.print(p.convention) != choice.print(convention_preset(p.convention.preset));
              },
          .removals = {{rank, [=](const Problem& p) { return choice.print(p.convention) == plain ? 0 : 1; },
                        [=](Problem& p) { choice.set(p.convention, plain); }}}};
}

/// Grouped heads with the other map, whatever their number: a library may count on never seeing the two together.
bool interleaves(const Problem& p) {
  return p.extents.key_heads != p.extents.query_heads && p.convention.head_map == HeadMap::Interleaved;
}

bool other_empty_row(const Problem& p) { return may_hide_all(p) && p.convention.empty_row != EmptyRow::Zero; }

bool other_lse(const Problem& p) {
  const Convention& c = p.convention;
  return p.lse && (c.lse_base != LseBase::E || (may_hide_all(p) && c.empty_lse != EmptyLse::MinusInfinity));
}

void complete(ProblemOption& option) {
  const std::string& key = option.about.key;
  if (key == "anchor") {
    const auto shown = option.shown;
    option.shown = [shown](const Problem& p) { return !p.causal && shown(p); };  // causal= has said it
    option.numbers = {{40, [](const Problem& p) { return static_cast<double>(p.convention.anchor.offset); },
                       [](Problem& p, double value) { p.convention.anchor.offset = std::llround(value); }}};
  }
  if (key == "head_map") option.features = {{19, "interleaved", "interleaved heads", interleaves}};
  if (key == "empty")
    option.features = {{20, "empty_row", "rows without a visible key other than zero", other_empty_row}};
  if (key == "lse_base")
    option.features = {{21, "other_lse", "another log-sum-exp than the natural one with -inf", other_lse}};
}

}  // namespace

std::vector<ProblemOption> conventions() {
  std::vector<ProblemOption> list{preset()};
  int rank = 230;
  for (const ConventionChoice& choice : convention_choices()) {
    list.push_back(option_of(choice, rank));
    complete(list.back());
    rank += 10;
  }
  return list;
}

}  // namespace assay::options
