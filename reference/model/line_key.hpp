// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// One value of a key, or one form of values ("offset:N"), and what it stands for.
struct KeyValue {
  std::string text;
  std::string meaning;
};

/// What is told of one key of a line of key=value: error texts, `assay explain` and the pages are made of it.
struct LineKey {
  std::string key;
  std::string meaning;
  std::vector<KeyValue> values;
  std::string standard{};  ///< what holds where the line leaves the key out; empty: the key must be given
  std::string example{};   ///< fields with this key among them, valid on a line of two query heads; a test parses them
};

/// The word of `known` that a person who wrote `word` most likely meant: the one that the fewest letters (inserted,
/// deleted, replaced, exchanged with a neighbour) turn into it, at most a third of them. nullopt: none is that near.
std::optional<std::string> closest(std::string_view word, const std::vector<std::string>& known);

/// "unknown field 'scors'; did you mean 'scores'? known: b hq ...".
std::string unknown_key(std::string_view what, std::string_view key, const std::vector<std::string>& known);

}  // namespace assay
