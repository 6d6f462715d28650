// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/model/inputs.hpp"
#include "reference/model/line_key.hpp"

namespace assay {

/// A generator and its amplitude: "normal", "peaked:16". Amplitude 1 is left out of the text.
struct Fill {
  std::string name = "normal";
  double amplitude = 1;
  bool operator==(const Fill&) const = default;
};

/// How the tensors of a case are made, bit for bit the same on every machine: integers and exactly rounded operations
/// only, no libm. Version r1 never changes its meaning; a new meaning is r2.
struct Recipe {
  int version = 1;
  std::uint64_t seed = 0;
  Fill scores;                  ///< fills query and key together, see score_fills()
  Fill values;                  ///< fills value, see value_fills()
  std::string hidden = "none";  ///< contents of keys that no query of the batch sees: none nan inf huge
  std::string masks =
      "random";  ///< pattern of boolean masks, additive masks, key lengths and segments, see mask_fills()
  std::string layout =
      "contiguous";  ///< strides: contiguous, bthd (length before heads), padded (gaps between rows), see layouts()
  std::map<std::string, std::vector<double>>
      data;  ///< tensors given element by element (key: tensor name), after shrinking
  bool operator==(const Recipe&) const = default;
};

struct FillInfo {
  std::string_view name;
  std::string_view claim;  ///< what the numbers are and which fault they are there to show
};
const std::vector<FillInfo>& score_fills();
const std::vector<FillInfo>& value_fills();
const std::vector<FillInfo>& hidden_fills();
const std::vector<FillInfo>& mask_fills();
const std::vector<FillInfo>& layouts();

/// Build the tensors of a problem by a recipe. Deterministic.
Inputs make_inputs(const Problem& problem, const Recipe& recipe);

/// One key of the recipe in a case line, by which its tensors are made.
struct RecipeOption {
  LineKey about;
  std::function<void(Recipe&, std::string_view value)> set;
  std::function<std::string(const Recipe&)> print;  ///< the value as text
};
/// recipe seed scores values hidden masks layout, in canonical order; data.<tensor> is told by data_key().
const std::vector<RecipeOption>& recipe_options();
/// What data.<tensor>=... is.
LineKey data_key();

/// Set the field of this key (recipe seed scores values hidden masks layout data.<tensor>); false if it is not a recipe
/// key.
bool set_recipe_field(Recipe& recipe, std::string_view key, std::string_view value);
/// Throws UsageError when the recipe does not fit the problem: data of a tensor it has not, or of another element
/// count.
void check_recipe(const Problem& problem, const Recipe& recipe);
/// "recipe=r1 seed=7 scores=rising values=normal ...", defaults left out except recipe and seed.
std::string to_text(const Recipe& recipe);

}  // namespace assay
