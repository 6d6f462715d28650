// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "reference/model/inputs.hpp"

namespace assay::impls::sandbox {

/// What the elements of an output hold before a call. A program hands over zeros, or whatever its memory held; an
/// output that always arrives as the same NaN would tell a kernel that it is being judged.
struct OutputFill {
  enum class Kind { Mark, Zeros, Numbers };
  Kind kind = Kind::Mark;
  std::uint64_t drawn = 0;  ///< what varies in marks and numbers
  bool inverted = false;    ///< every bit of it

  std::uint64_t bits(const ElementType& type) const;
  OutputFill inverse() const { return {kind, drawn, !inverted}; }
  /// Whether no arithmetic gives these bits, so that one call tells what it left unwritten. Otherwise a second one
  /// with the inverse does: who writes an element leaves it as one of the two at most.
  bool tells(const ElementType& type) const;
};

/// By a case's number: the mark three times of four. Marks of consecutive calls differ in all formats.
OutputFill draw_output_fill(std::uint64_t number, std::uint64_t call);

/// Whether only a second call can say if every element of out and lse was written.
bool may_be_unwritten(const Outputs& outputs, const OutputFill& fill);

/// Puts unwritten_bits() into the elements of out and lse that were left as they were filled; throws KernelFault
/// "output unwritten" where a format has no such bits to spare. `inverse` is what the same call gave with the inverse
/// fill; null: it was not needed.
void mark_unwritten(Outputs& outputs, const Outputs* inverse, const OutputFill& fill);

}  // namespace assay::impls::sandbox
