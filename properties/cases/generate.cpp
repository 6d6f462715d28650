// SPDX-License-Identifier: Apache-2.0
#include "properties/cases/generate.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "properties/draw.hpp"

namespace assay::properties {
namespace {

std::int64_t draw_length(Draw& draw, std::int64_t most) {
  std::int64_t length = 0;
  const std::int64_t kind = draw.between(0, 9);
  if (kind < 2) {
    length = draw.between(1, 3);
  } else if (kind < 6) {
    length = draw.between(4, 24);
  } else if (kind < 9) {
    length = draw.pick({16, 32, 64, 64, 128});
    length += draw.between(-1, 1);
  } else {
    length = draw.pick({128, 192, 256});
    length += draw.between(1, 40);  // more than one large tile and a ragged tail
  }
  return std::min(length, most);
}

std::int64_t draw_dim(Draw& draw, std::int64_t most) {
  return std::min<std::int64_t>(draw.pick({1, 2, 3, 4, 5, 7, 8, 8, 12, 16, 16, 17, 24, 32, 33, 40, 64, 64}), most);
}

/// Raise each extent until it shares no factor with those before it: no two axes can be mistaken for one another.
void make_coprime(Extents& e) {
  const std::array<std::int64_t*, 5> all{&e.batch, &e.query_length, &e.key_length, &e.head_dim, &e.value_dim};
  for (std::size_t n = 1; n < all.size(); ++n) {
    const auto shares = [&](std::int64_t value) {
      return std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n),
                         [&](const std::int64_t* other) { return std::gcd(*other, value) > 1; });
    };
    while (shares(*all[n])) ++*all[n];
  }
}

void fit_work(Extents& e, std::int64_t most) {
  const auto work = [&] {
    return e.batch * e.query_heads * e.query_length * e.key_length * (e.head_dim + e.value_dim);
  };
  while (work() > most) {
    std::int64_t* largest = std::max({&e.query_length, &e.key_length, &e.head_dim, &e.value_dim, &e.batch},
                                     [](const std::int64_t* a, const std::int64_t* b) { return *a < *b; });
    *largest = (*largest + 1) / 2;
    if (*largest == 1) e.query_heads = e.key_heads = 1;
  }
}

Extents draw_extents(Draw& draw, const CaseLimits& limits) {
  Extents e;
  e.batch = draw.pick({1, 1, 1, 2, 2, 3});
  e.key_heads = draw.pick({1, 1, 1, 2, 2, 3});
  e.query_heads = e.key_heads * draw.pick({1, 1, 1, 2, 3, 4, 7});
  e.query_length = draw_length(draw, limits.length_max);
  e.key_length = draw.chance(15) ? e.query_length : draw_length(draw, limits.length_max);
  e.head_dim = draw_dim(draw, limits.head_dim_max);
  e.value_dim = draw.chance(40) ? e.head_dim : draw_dim(draw, limits.head_dim_max);
  fit_work(e, limits.work_max);
  if (draw.chance(50)) make_coprime(e);
  if (draw.chance(1)) (draw.chance(50) ? e.key_length : e.query_length) = 0;
  return e;
}

Broadcast draw_broadcast(Draw& draw) {
  static const std::vector<Broadcast> usual{{{true, false, false, true}},  // padding
                                            {{true, false, false, true}}, {{false, false, true, true}},
                                            {{true, false, true, true}},  {{true, true, true, true}},
                                            {{false, true, true, true}},  {{false, false, false, true}},
                                            {{true, true, false, true}},  {{true, false, true, false}}};
  return draw.pick(usual);
}

void draw_position(Draw& draw, Problem& p) {
  const Extents& e = p.extents;
  if (draw.chance(35)) {
    p.causal = true;
    const auto kind = draw.pick({Anchor::Kind::TopLeft, Anchor::Kind::BottomRight, Anchor::Kind::Offset});
    p.convention.anchor = {kind, kind == Anchor::Kind::Offset ? draw.between(-3, e.key_length) : 0};
  }
  if (draw.chance(20)) {
    const auto side = [&]() -> std::optional<std::int64_t> {
      if (draw.chance(25)) return std::nullopt;
      const std::int64_t half = std::max<std::int64_t>(e.key_length / 2, 1);
      return draw.chance(75) ? draw.between(0, 2) : draw.between(0, half);
    };
    p.window = {side(), side()};
  }
  if (e.key_length > 0 && draw.chance(p.causal ? 30 : 5)) p.past = draw.between(1, e.key_length);
  p.alibi = draw.chance(10);
}

void draw_masks(Draw& draw, Problem& p) {
  p.key_lengths = draw.chance(12);
  p.segments = draw.chance(8);
  if (draw.chance(25)) p.mask = draw_broadcast(draw);
  if (draw.chance(18)) p.bias = draw_broadcast(draw);
  // A (batch, key) mask read along the queries is seen only where it fits there.
  if (p.mask && p.mask->has[0] && !p.mask->has[2] && draw.chance(20)) p.extents.query_length = p.extents.batch;
}

void draw_scores(Draw& draw, Problem& p) {
  if (draw.chance(12)) p.scale = draw.pick({1.0, 0.5, 0.125, 2.0, 0.1});
  if (draw.chance(12)) p.softcap = draw.pick({0.5, 1.0, 2.0, 5.0, 20.0, 50.0});
  p.sinks = draw.chance(10);
  if (draw.chance(8)) {
    p.dropout.probability = draw.pick({0.1, 0.25, 0.5, 0.9});
    p.dropout.training = draw.chance(40);
  }
}

void draw_convention(Draw& draw, Problem& p) {
  if (draw.chance(15)) {
    const Anchor anchor = p.convention.anchor;
    p.convention = convention_preset(draw.pick(convention_presets()));
    if (p.causal) p.convention.anchor = anchor;
  }
  const auto flip = [&](auto& choice, auto other) {
    if (draw.chance(6)) choice = other;
  };
  flip(p.convention.empty_row, draw.pick({EmptyRow::Nan, EmptyRow::Mean}));
  flip(p.convention.empty_lse, draw.pick({EmptyLse::PlusInfinity, EmptyLse::Nan}));
  flip(p.convention.lse_base, LseBase::Two);
  flip(p.convention.head_map, HeadMap::Interleaved);
  flip(p.convention.cap_order, CapOrder::AfterBias);
  flip(p.convention.mask_true, MaskTrue::Hidden);
  flip(p.convention.window_count, WindowCount::CountsSelf);
  if (p.convention.window_count == WindowCount::CountsSelf) {
    for (auto* side : {&p.window.left, &p.window.right}) {
      if (*side) *side = std::max<std::int64_t>(**side, 1);
    }
  }
}

/// A few fills read their amplitude as a place or an offset; for the others it is a size. Most cases stay well
/// inside the range of their dtype: where it overflows, NaN and infinities are all there is to see.
Fill draw_fill(Draw& draw, const std::vector<FillInfo>& table, const Problem& p) {
  Fill fill;
  if (!draw.chance(30)) fill.name = draw.pick(table).name;
  const bool is_offset = &table == &score_fills() && fill.name == "offset";
  const bool is_narrow = p.dtype.max_finite() < 1000 && draw.chance(95);
  if (is_offset && is_narrow) {
    fill.amplitude = draw.pick({-24.0, -8.0, 8.0, 24.0});
  } else if (is_offset) {
    fill.amplitude = draw.pick({-1000.0, -120.0, -24.0, -8.0, 8.0, 60.0, 100.0, 1000.0});
  } else if (fill.name == "peak-at") {
    fill.amplitude = static_cast<double>(draw.between(0, p.extents.key_length));
  } else if (is_narrow) {
    fill.amplitude = draw.pick({0.25, 1.0, 1.0, 2.0});
  } else if (draw.chance(40)) {
    fill.amplitude = draw.pick({0.0625, 0.5, 2.0, 4.0, 16.0, 40.0});
  }
  return fill;
}

Recipe draw_recipe(Draw& draw, const Problem& p) {
  Recipe recipe;
  recipe.seed = static_cast<std::uint64_t>(draw.between(0, 999'999));
  recipe.scores = draw_fill(draw, score_fills(), p);
  recipe.values = draw_fill(draw, value_fills(), p);
  if (draw.chance(40)) recipe.hidden = draw.pick(hidden_fills()).name;
  if (draw.chance(70)) recipe.masks = draw.pick(mask_fills()).name;
  if (draw.chance(40)) recipe.layout = draw.pick(layouts()).name;
  return recipe;
}

std::string draw_dtype(Draw& draw, const CaseLimits& limits) {
  if (!limits.dtypes.empty()) return draw.pick(limits.dtypes);
  return std::string(draw.pick(all_dtypes()).name);
}

}  // namespace

Case random_case(std::uint64_t seed, std::uint64_t index, const CaseLimits& limits) {
  Draw draw(seed, index);
  const Extents extents = draw_extents(draw, limits);
  Case result;
  result.problem = plain_problem(extents, draw_dtype(draw, limits));
  Problem& p = result.problem;
  if (draw.chance(10)) p.out = dtype("fp32");
  p.lse = draw.chance(40);
  // One case in four keeps to its extents and numbers: what hides behind an option must not hide the plain call.
  if (!draw.chance(25)) {
    draw_position(draw, p);
    draw_masks(draw, p);
    draw_scores(draw, p);
    draw_convention(draw, p);
  }
  result.recipe = draw_recipe(draw, p);
  validate(p);
  return result;
}

}  // namespace assay::properties
