// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/features.hpp"
#include "reference/model/line_key.hpp"
#include "reference/model/problem.hpp"

namespace assay {

/// A way in which an option makes a problem less plain, and how shrinking takes that away. Lower ranks are taken away
/// first; no two are equal.
struct Removal {
  int rank = 0;
  std::function<int(const Problem&)> weight;  ///< 0: the problem does not have it
  std::function<void(Problem&)> remove;
};

/// A number of an option that shrinking can make plainer. `read` gives 0 where the problem lacks it.
struct OptionNumber {
  int rank = 0;
  std::function<double(const Problem&)> read;
  std::function<void(Problem&, double)> write;
};

/// What an option can hide keys by, and so leave a query without any.
enum class Hides {
  Nothing,
  ByRule,    ///< a boolean mask with all four axes could say the same
  ByLength,  ///< key lengths, from which the bottom-right anchor counts
  ByNumber,  ///< -inf among finite numbers
};

/// One key of the problem line. Parser, printer, error texts, features of the plug-in ABI and of packs, shrinking,
/// `assay list options`, `assay explain problem` and the page about the problem line follow from the table of these.
struct ProblemOption {
  LineKey about;
  std::function<void(Problem&, std::string_view value)> set;  ///< throws UsageError naming the key and what is right
  std::function<std::string(const Problem&)> print;           ///< the value as text
  std::function<bool(const Problem&)> shown;                  ///< whether a canonical line has the key
  std::function<void(Problem&)> absent{};                     ///< called last where a line lacks the key
  Hides hides = Hides::Nothing;
  bool anchored = false;               ///< its meaning depends on where the anchor puts query 0
  std::string by_position{};           ///< why keys cannot change places while it is on; empty: they can
  std::vector<std::string> tensors{};  ///< that the option adds to a call, see tensor_names()
  std::vector<Feature> features{};
  std::vector<Removal> removals{};
  std::vector<OptionNumber> numbers{};
};

/// Every key of the problem line, in canonical order.
const std::vector<ProblemOption>& problem_options();
/// nullptr if the problem line has no such key.
const ProblemOption* find_problem_option(std::string_view key);

/// Whether some query of the problem may see no key at all: an option that hides keys is on, or there are none.
bool may_hide_all(const Problem& problem);
/// Whether an option that hides by a rule or by length is on.
bool is_masked(const Problem& problem);
/// Whether an option is on whose meaning depends on the anchor.
bool is_anchored(const Problem& problem);
/// Turn off the options that hide by a rule: somebody is about to give the problem a boolean mask that says the same.
void show_by_mask_alone(Problem& problem);

/// The parts of the table, each in a file of its own.
namespace options {
std::vector<ProblemOption> shape();        ///< extents and storage formats
std::vector<ProblemOption> visibility();   ///< which keys a query attends to
std::vector<ProblemOption> scores();       ///< what is done to scores and weights
std::vector<ProblemOption> conventions();  ///< choices on which correct kernels differ
}  // namespace options

/// Rows of usual kinds, to be completed.
namespace options {
ProblemOption flag(LineKey about, bool Problem::*member, int rank);
/// A whole number that is 0 where the option is off.
ProblemOption whole_number(LineKey about, std::int64_t Problem::*member, int rank, int number_rank);
ProblemOption optional_real(LineKey about, std::optional<double> Problem::*member, int rank, int number_rank);
/// A boolean or additive tensor of four axes: the option and each of its axes are removals of their own.
ProblemOption broadcast(LineKey about, std::optional<Broadcast> Problem::*member, int rank);
/// Where `get` (a reference to a member) is not `plain`.
template <class Get, class Plain>
Removal differs(int rank, Get get, Plain plain) {
  return {rank, [get, plain](const Problem& p) { return get(const_cast<Problem&>(p)) == plain ? 0 : 1; },
          [get, plain](Problem& p) { get(p) = plain; }};
}
}  // namespace options

}  // namespace assay
