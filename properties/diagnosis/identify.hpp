// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "impls/kernel.hpp"
#include "properties/call.hpp"
#include "properties/diagnosis/observation.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {

/// The suspects that describe the outputs of a call, best first: those that explain by meaning before those that
/// explain by arithmetic, then the closer ones.
struct Identification {
  std::vector<Explanation> explaining;
  std::optional<Explanation> next_best;  ///< the closest of the others
  std::size_t tried = 0;                 ///< suspects to which this problem gives room
  bool violated = false;                 ///< the outputs are outside the bound at all
  std::string where{};                   ///< in which rows, see structure.hpp

  const Suspect* name() const { return explaining.empty() ? nullptr : explaining.front().suspect; }
};

/// Some suspects rewrite a mask over all weights: so many cost a second, and more are not asked about.
inline constexpr std::int64_t weights_most = 1 << 21;
std::int64_t weights(const Problem& problem);
inline bool can_identify(const Problem& problem) { return weights(problem) <= weights_most; }

/// One line for people: "explained by: the scale is applied twice (scale_twice), residual 0.21; next best: ...", or "no
/// known suspect ...".
std::string to_text(const Identification& identification);

/// Ask every suspect about outputs that are outside the bound of the arithmetic. Looks at outputs only; of many rows
/// some are sampled, the worst always among them.
Identification identify(const Call& call, const Outputs& outputs, const Arithmetic& arithmetic);

/// The same, and then on the cases of fresh_cases.hpp, on which the kernel is called again. A name stands only if it
/// explains there too, wherever that case shows a failure and gives the suspect room, and if it does not call wrong
/// what is right in a case of the same shape.
Identification identify(const Case& the_case, const Outputs& outputs, const impls::Kernel& kernel,
                        const Arithmetic& arithmetic);

}  // namespace assay::properties
