// SPDX-License-Identifier: Apache-2.0
#include "reference/model/line_key.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {
namespace {

/// Optimal string alignment: insertions, deletions, replacements and exchanges of neighbours, each counted as one.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> least(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        least[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = least[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      least[i][j] = std::min({least[i - 1][j] + 1, least[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
    }
  }
  return least[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> closest(std::string_view word, const std::vector<std::string>& known) {
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t changes = distance(word, candidate);
    if (changes >= least || changes >= candidate.size()) continue;  // a key of which no letter stays was not meant
    least = changes;
    best = candidate;
  }
  return best;
}

std::string unknown_key(std::string_view what, std::string_view key, const std::vector<std::string>& known) {
  const std::optional<std::string> meant = closest(key, known);
  return fmt::format("unknown {} '{}'; {}known: {}", what, key, meant ? "did you mean '" + *meant + "'? " : "",
                     fmt::join(known, " "));
}

}  // namespace assay
