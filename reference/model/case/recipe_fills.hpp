// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/model/case/random.hpp"
#include "reference/model/case/recipe.hpp"

namespace assay::detail {

/// Random streams of recipe r1, one a purpose. Part of the recipe's meaning: never renumbered.
enum Stream : std::uint32_t {
  QueryStream = 1,
  KeyStream,
  ValueStream,
  MaskStream,
  BiasStream,
  LengthStream,
  SinkStream,
  DropoutStream,
  QueryOutlierStream,
  KeyOutlierStream,
  ValueOutlierStream
};

/// What a fill may look at: the problem, its amplitude, and the element's place in its own tensor.
struct FillContext {
  const Problem& problem;
  double amplitude;
  std::uint64_t seed;
};

/// The element of query and key at (batch, head, position, feature), before it is rounded to the dtype.
struct ScoreFill {
  FillInfo info;
  double (*query)(const FillContext&, const Index4&);
  double (*key)(const FillContext&, const Index4&);
};
const std::vector<ScoreFill>& score_fill_table();

struct ValueFill {
  FillInfo info;
  double (*value)(const FillContext&, const Index4&);
};
const std::vector<ValueFill>& value_fill_table();

/// Number of an element in row-major order of its tensor.
std::uint64_t ordinal(const Index4& extents, const Index4& index);

/// Fill the mask-like tensors (mask, bias, key lengths, segments, dropout) by a mask fill's name.
void fill_masks(const Problem& problem, const Recipe& recipe, Inputs& inputs);

/// Overwrite keys and values that no query of their batch and head group sees.
void poison_hidden(const Problem& problem, const std::string& fill, Inputs& inputs);

}  // namespace assay::detail
