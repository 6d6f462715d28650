// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/identify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <tuple>

#include "properties/diagnosis/fresh_cases.hpp"

namespace assay::properties {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool ranks_before(const Explanation& a, const Explanation& b) {
  if (a.suspect->is_arithmetic() != b.suspect->is_arithmetic()) return !a.suspect->is_arithmetic();
  if (a.contradicted != b.contradicted) return a.contradicted < b.contradicted;
  return a.size < b.size;
}

/// A fresh call of the kernel.
struct Fresh {
  Call call;
  Outputs outputs;
  bool same_shape;
  std::optional<Observation> seen{};  // of the two above
};

/// Calls the kernel on those of the cases that it takes.
std::vector<std::unique_ptr<Fresh>> calls_of(const std::vector<FreshCase>& cases, const impls::Kernel& kernel,
                                             const Arithmetic& arithmetic) {
  std::vector<std::unique_ptr<Fresh>> calls;
  for (const FreshCase& fresh : cases) {
    if (!can_identify(fresh.the_case.problem) || !kernel.supports(fresh.the_case.problem)) continue;
    Call call = make_call(fresh.the_case);
    Ran ran = run(kernel, call);
    if (!std::holds_alternative<Outputs>(ran)) continue;
    calls.push_back(
        std::make_unique<Fresh>(Fresh{std::move(call), std::get<Outputs>(std::move(ran)), fresh.same_shape}));
    calls.back()->seen.emplace(calls.back()->call, calls.back()->outputs, arithmetic);
  }
  return calls;
}

/// Whether the suspect explains a fresh call too, where that gives it room. A call of the same shape that is right
/// refutes those that say that it is wrong, a wrong one those that say that it is right; one of another shape may be
/// right because a fault depends on shapes.
bool stands(const Suspect& suspect, const Fresh& fresh) {
  if (!fresh.seen->violated() && (suspect.is_arithmetic() || !fresh.same_shape)) return true;
  const auto explanation = fresh.seen->ask(suspect, 1);
  if (!explanation || (!fresh.seen->violated() && !explanation->differs)) return true;
  return explanation->residual <= 1;
}

/// Whether a fresh call bears out an explanation by rows without keys: others must be wrong as it says.
bool bears_out(const Fresh& fresh, const Suspect& suspect) {
  const auto explanation = fresh.seen->violated() ? fresh.seen->ask(suspect, 1) : std::nullopt;
  return explanation && explanation->residual <= 1 && !explanation->empties;
}

/// Whether a telling call speaks against a suspect: right where that says wrong, or wrong in another way.
bool contradicts(const Fresh& fresh, const Suspect& suspect) {
  const auto explanation = fresh.seen->ask(suspect, 1);
  if (suspect.is_arithmetic()) return fresh.seen->violated() && explanation && explanation->residual > 1;
  if (fresh.seen->violated()) return !explanation || explanation->residual > 1;
  return fresh.same_shape && explanation && explanation->differs && explanation->residual > 1;
}

/// Where several explain, the one that most of the telling cases bear out comes first, of meanings and of roundings.
void tell_apart(const Case& the_case, const impls::Kernel& kernel, const Arithmetic& arithmetic,
                std::vector<Explanation>& explaining) {
  if (explaining.size() < 2) return;
  for (const auto& call : calls_of(telling_cases(the_case), kernel, arithmetic))
    for (Explanation& explanation : explaining) explanation.contradicted += contradicts(*call, *explanation.suspect);
  std::ranges::stable_sort(explaining, ranks_before);
}

/// From which residual on an explanation neither explains nor is the next best.
double limit_of(const Identification& result) {
  return result.next_best ? std::max(1.0, result.next_best->residual) : infinity;
}

void enter(const Explanation& explanation, Identification& result) {
  ++result.tried;
  // A rounding that leaves most of the error is not close to anything.
  constexpr double hardly = 1.5;
  if (explanation.suspect->is_arithmetic() && explanation.residual > hardly) return;
  if (explanation.residual == infinity) return;  // nothing is near what is not finite
  if (explanation.residual <= 1)
    result.explaining.push_back(explanation);
  else if (!result.next_best || explanation.residual < result.next_best->residual)
    result.next_best = explanation;
}

}  // namespace

std::int64_t weights(const Problem& problem) {
  const Extents& e = problem.extents;
  return e.batch * e.query_heads * e.query_length * e.key_length;
}

Identification identify(const Call& call, const Outputs& outputs, const Arithmetic& arithmetic) {
  const Observation seen(call, outputs, arithmetic);
  Identification result;
  result.violated = seen.violated();
  result.where = seen.where();
  for (const Suspect& suspect : all_suspects())
    if (const auto explanation = seen.ask(suspect, limit_of(result));
        explanation && explanation->differs && !explanation->empties)
      enter(*explanation, result);
  std::ranges::stable_sort(result.explaining, ranks_before);
  return result;
}

Identification identify(const Case& the_case, const Outputs& outputs, const impls::Kernel& kernel,
                        const Arithmetic& arithmetic) {
  const Call call = make_call(the_case);
  const Observation seen(call, outputs, arithmetic);
  const auto fresh = calls_of(fresh_cases(the_case), kernel, arithmetic);
  Identification result;
  result.violated = seen.violated();
  result.where = seen.where();
  for (const Suspect& suspect : all_suspects()) {
    auto explanation = seen.ask(suspect, limit_of(result));
    // Too few elements to tell one rounding from another: the fresh calls have more.
    if (suspect.is_arithmetic())
      for (const auto& other : fresh)
        if (!explanation && other->seen->violated()) explanation = other->seen->ask(suspect);
    // What gives the right numbers here explains nothing.
    if (!explanation || !explanation->differs) continue;
    const bool explains = explanation->residual <= 1;
    const bool refuted =
        explains &&
        (std::ranges::any_of(fresh, [&](const auto& f) { return !stands(suspect, *f); }) ||
         (explanation->empties && std::ranges::none_of(fresh, [&](const auto& f) { return bears_out(*f, suspect); })));
    if (!refuted) enter(*explanation, result);
    result.tried += refuted;
  }
  std::ranges::stable_sort(result.explaining, ranks_before);
  tell_apart(the_case, kernel, arithmetic, result.explaining);
  return result;
}

std::string to_text(const Identification& identification) {
  const auto named = [](const Explanation& e) {
    return fmt::format("{} ({}), residual {:.2g}", e.suspect->claim, e.suspect->name, e.residual);
  };
  const auto& explaining = identification.explaining;
  std::string text = explaining.empty() ? fmt::format("no known suspect of {} tried", identification.tried)
                                        : "explained by: " + named(explaining[0]);
  // A rounding that fits as well says nothing beside another reading of the call.
  if (explaining.size() > 1 && explaining[0].suspect->is_arithmetic() == explaining[1].suspect->is_arithmetic())
    text += "; so does: " + named(explaining[1]);
  else if (identification.next_best)
    text += "; next best: " + named(*identification.next_best);
  if (!identification.where.empty()) text += "; wrong: " + identification.where;
  return text;
}

}  // namespace assay::properties
