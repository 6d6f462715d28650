// SPDX-License-Identifier: Apache-2.0
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "impls/cpu/clones.hpp"
#include "impls/support/row_output.hpp"
#include "impls/support/score.hpp"
#include "impls/cpu/tile_math.hpp"
#include "impls/kernel.hpp"
#include "impls/support/online.hpp"
#include "impls/support/visibility.hpp"

namespace assay::impls::cpu {
namespace {

constexpr std::int64_t block_rows = 16 * panel_rows;
constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

std::int64_t round_up(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

/// c += a b; rows a multiple of panel_rows, columns of panel_width.
ASSAY_CLONES("avx512f", "fma", "default")
void add_product(Panel<const float> a, Panel<const float> b, Panel<float> c, std::int64_t rows, std::int64_t columns,
                 std::int64_t depth) {
  for (std::int64_t n = 0; n < columns; n += panel_width)
    for (std::int64_t r = 0; r < rows; r += panel_rows)
      add_panel_product({a.row(r), a.stride}, {b.data + n, b.stride}, {c.row(r) + n, c.stride}, depth);
}

ASSAY_CLONES("avx512f", "avx2", "default")
void scale_scores(float* scores, float scale) {
  for (std::int64_t j = 0; j < tile_keys; ++j) scores[j] *= scale;
}

ASSAY_CLONES("avx512f", "avx2", "default")
float largest_score(const float* scores) { return row_max(scores); }

ASSAY_CLONES("avx512f", "avx2", "default")
float exponentiate(float* scores, float shift) { return exponentials(scores, shift); }

/// Keys and values of one (batch, key head) as floats: keys by tile, transposed; values by row, padded with zeros.
struct PackedHead {
  std::vector<float> keys;                  ///< tiles x head_dim x tile_keys
  std::vector<float> values;                ///< tiles x tile_keys x width
  std::vector<std::uint8_t> finite_values;  ///< per tile
};

class Tiled {
 public:
  Tiled(const Problem& problem, const Inputs& inputs, Outputs& outputs)
      : problem_(problem),
        inputs_(inputs),
        outputs_(outputs),
        score_(problem),
        e_(problem.extents),
        tiles_(round_up(e_.key_length, tile_keys) / tile_keys),
        width_(round_up(e_.value_dim, panel_width)),
        blocks_(round_up(e_.query_length, block_rows) / block_rows),
        plain_scores_(!problem.softcap && !has_terms(problem)) {}

  /// Threads share whole blocks of query rows, so no sum depends on their number.
  void run() {
    heads_.resize(static_cast<std::size_t>(e_.batch * e_.key_heads));
    tbb::parallel_for(std::int64_t{0}, e_.batch * e_.key_heads, [&](std::int64_t n) { pack(n); });
    tbb::parallel_for(std::int64_t{0}, e_.batch * e_.query_heads * blocks_, [&](std::int64_t n) {
      const std::int64_t head = n / blocks_;
      attend({head / e_.query_heads, head % e_.query_heads, n % blocks_ * block_rows});
    });
  }

 private:
  /// The running state of a block of query rows.
  struct Block {
    RowPlace first;
    std::int64_t count;   ///< rows in use
    std::int64_t padded;  ///< rows computed, a multiple of panel_rows
    std::vector<float> queries, scores, sums_of_values, max, sum, terms;
    std::vector<std::vector<std::uint8_t>> keep;
    std::vector<RowKeys> keys;

    RowPlace place(std::int64_t r) const { return {first.batch, first.head, first.query + r}; }
  };

  void pack(std::int64_t n) {
    const std::int64_t b = n / e_.key_heads, h = n % e_.key_heads;
    PackedHead& head = heads_[static_cast<std::size_t>(n)];
    head.keys.assign(static_cast<std::size_t>(tiles_ * e_.head_dim * tile_keys), 0.0f);
    head.values.assign(static_cast<std::size_t>(tiles_ * tile_keys * width_), 0.0f);
    head.finite_values.assign(static_cast<std::size_t>(tiles_), 1);
    std::vector<float> key(static_cast<std::size_t>(e_.head_dim));
    for (std::int64_t j = 0; j < e_.key_length; ++j) {
      const std::int64_t tile = j / tile_keys;
      load_run(inputs_.key, {b, h, j, 0}, e_.head_dim, key.data());
      float* column = head.keys.data() + tile * e_.head_dim * tile_keys + j % tile_keys;
      for (std::int64_t t = 0; t < e_.head_dim; ++t) column[t * tile_keys] = key[static_cast<std::size_t>(t)];
      float* value = head.values.data() + j * width_;
      load_run(inputs_.value, {b, h, j, 0}, e_.value_dim, value);
      if (!std::all_of(value, value + width_, [](float v) { return std::isfinite(v); }))
        head.finite_values[static_cast<std::size_t>(tile)] = 0;
    }
  }

  void attend(const RowPlace& first) const {
    Block block = open_block(first);
    std::int64_t begin = e_.key_length, end = 0;
    for (const RowKeys& keys : block.keys) {
      if (keys.begin < keys.end) begin = std::min(begin, keys.begin);
      if (keys.begin < keys.end) end = std::max(end, keys.end);
    }
    for (std::int64_t tile = begin / tile_keys; tile * tile_keys < end; ++tile) take_tile(block, tile);
    close_block(block);
  }

  Block open_block(const RowPlace& first) const {
    Block block{};
    block.first = first;
    block.count = std::min(block_rows, e_.query_length - first.query);
    block.padded = round_up(block.count, panel_rows);
    const auto rows = static_cast<std::size_t>(block.padded);
    block.queries.assign(rows * static_cast<std::size_t>(e_.head_dim), 0.0f);
    block.scores.resize(rows * tile_keys);
    block.sums_of_values.assign(rows * static_cast<std::size_t>(width_), 0.0f);
    // A sink is a term of the sum that is there before the first key.
    const float sink = problem_.sinks ? inputs_.sinks->view<const float>()(0, first.head, 0, 0) : minus_infinity;
    block.max.assign(rows, sink);
    // e^(sink - sink): 1, or NaN for a sink that is no number.
    block.sum.assign(rows, sink == minus_infinity ? 0.0f : nonpositive_exp(sink - sink));
    block.keys.resize(static_cast<std::size_t>(block.count));
    block.keep.resize(static_cast<std::size_t>(block.count));
    for (std::int64_t r = 0; r < block.count; ++r) open_row(block, r);
    return block;
  }

  void open_row(Block& block, std::int64_t r) const {
    const RowPlace row = block.place(r);
    load_run(inputs_.query, {row.batch, row.head, row.query, 0}, e_.head_dim, block.queries.data() + r * e_.head_dim);
    find_keys(problem_, inputs_, row, block.keys[static_cast<std::size_t>(r)]);
    kept_weights(problem_, inputs_, row, block.keep[static_cast<std::size_t>(r)]);
    if (!has_terms(problem_)) return;
    std::vector<float> terms;
    added_terms(problem_, inputs_, row, terms);
    block.terms.insert(block.terms.end(), terms.begin(), terms.end());
  }

  void take_tile(Block& block, std::int64_t tile) const {
    const std::int64_t key_head = key_head_of(problem_, block.first.head);
    const PackedHead& head = heads_[static_cast<std::size_t>(block.first.batch * e_.key_heads + key_head)];
    const float* keys = head.keys.data() + tile * e_.head_dim * tile_keys;
    const float* values = head.values.data() + tile * tile_keys * width_;
    std::fill(block.scores.begin(), block.scores.end(), 0.0f);
    add_product({block.queries.data(), e_.head_dim}, {keys, tile_keys}, {block.scores.data(), tile_keys}, block.padded,
                tile_keys, e_.head_dim);
    for (std::int64_t r = 0; r < block.count; ++r) {
      finish_scores(block, r, tile);
      update_row(block, r, tile);
    }
    if (head.finite_values[static_cast<std::size_t>(tile)]) {
      add_product({block.scores.data(), tile_keys}, {values, width_}, {block.sums_of_values.data(), width_},
                  block.padded, width_, tile_keys);
    } else {
      for (std::int64_t r = 0; r < block.count; ++r) add_visible_values(block, r, tile, values);
    }
  }

  /// Dot products to scores; hidden keys and the slots beyond the last key get minus infinity whatever they held.
  void finish_scores(Block& block, std::int64_t r, std::int64_t tile) const {
    float* scores = block.scores.data() + r * tile_keys;
    const RowKeys& keys = block.keys[static_cast<std::size_t>(r)];
    const std::int64_t start = tile * tile_keys;
    const bool whole = keys.dense && keys.begin <= start && start + tile_keys <= keys.end;
    if (whole && plain_scores_) return scale_scores(scores, score_.scale);
    const float* terms = block.terms.empty() ? nullptr : block.terms.data() + r * e_.key_length;
    for (std::int64_t j = 0; j < tile_keys; ++j) {
      const std::int64_t key = start + j;
      scores[j] = keys.sees(key) ? score_(scores[j], terms ? terms[key] : 0.0f) : minus_infinity;
    }
  }

  /// One step of the online softmax (Milakov and Gimelshein, arXiv:1805.02867, algorithm 3): scores become weights
  /// relative to the new maximum, and what was summed before is rescaled to it.
  void update_row(Block& block, std::int64_t r, std::int64_t tile) const {
    float* scores = block.scores.data() + r * tile_keys;
    float& max = block.max[static_cast<std::size_t>(r)];
    float& sum = block.sum[static_cast<std::size_t>(r)];
    const float new_max = std::max(max, largest_score(scores));
    // Nothing seen yet: any finite shift leaves e^-inf = 0, where -inf - -inf would be NaN.
    const float shift = new_max == minus_infinity ? 0.0f : new_max;
    const float tile_sum = exponentiate(scores, shift);
    if (new_max != max) {
      const float rescale = nonpositive_exp(max - shift);
      float* sums = block.sums_of_values.data() + r * width_;
      for (std::int64_t c = 0; c < width_; ++c) sums[c] *= rescale;
      sum *= rescale;
      max = new_max;
    }
    sum += tile_sum;
    const std::vector<std::uint8_t>& keep = block.keep[static_cast<std::size_t>(r)];
    if (keep.empty()) return;
    const std::int64_t count = std::min(tile_keys, e_.key_length - tile * tile_keys);
    for (std::int64_t j = 0; j < count; ++j)
      if (!keep[static_cast<std::size_t>(tile * tile_keys + j)]) scores[j] = 0;
  }

  /// The slow road for a tile with NaN or infinite values: zero times them would reach rows that do not see them.
  void add_visible_values(Block& block, std::int64_t r, std::int64_t tile, const float* values) const {
    const float* weights = block.scores.data() + r * tile_keys;
    float* sums = block.sums_of_values.data() + r * width_;
    for (std::int64_t j = 0; j < tile_keys; ++j) {
      if (!block.keys[static_cast<std::size_t>(r)].sees(tile * tile_keys + j)) continue;
      for (std::int64_t c = 0; c < width_; ++c) sums[c] = std::fma(weights[j], values[j * width_ + c], sums[c]);
    }
  }

  void close_block(Block& block) const {
    const float survivors = static_cast<float>(1 / (1 - problem_.dropout.probability));
    for (std::int64_t r = 0; r < block.count; ++r) {
      const RowPlace row = block.place(r);
      if (block.keys[static_cast<std::size_t>(r)].count() == 0) {
        store_keyless_row(problem_, inputs_, row, outputs_);
        continue;
      }
      const float sum = block.sum[static_cast<std::size_t>(r)];
      float* out = block.sums_of_values.data() + r * width_;
      for (std::int64_t c = 0; c < e_.value_dim; ++c) out[c] /= sum;
      if (!block.keep[static_cast<std::size_t>(r)].empty())
        for (std::int64_t c = 0; c < e_.value_dim; ++c) out[c] *= survivors;
      store_run(outputs_.out, {row.batch, row.head, row.query, 0}, e_.value_dim, out);
      store_lse(problem_, row, block.max[static_cast<std::size_t>(r)], sum, outputs_);
    }
  }

  const Problem& problem_;
  const Inputs& inputs_;
  Outputs& outputs_;
  const Score<float> score_;
  const Extents e_;
  const std::int64_t tiles_;
  const std::int64_t width_;
  const std::int64_t blocks_;
  const bool plain_scores_;
  std::vector<PackedHead> heads_;
};

class TiledKernel : public Kernel {
 public:
  std::string name() const override { return "tiled"; }
  std::string description() const override {
    return "online softmax over tiles of 64 keys, vectorised, threaded over query blocks, float32 inside";
  }

  Arithmetic arithmetic(const Problem&) const override {
    Arithmetic a = online_arithmetic(static_cast<int>(tile_keys));
    a.qk.kind = a.pv.kind = Accumulator::Kind::Chain;
    a.qk.fused = a.pv.fused = true;
    a.exp_ulp = nonpositive_exp_ulp;
    a.fused_exponent = false;
    a.row_sum.kind = RowSum::Kind::PerBlock;
    a.row_sum.from_rounded = false;
    a.flush_to_zero = true;
    return a;
  }

  Support supports(const Problem& problem) const override { return up_to_float32(problem); }
  Promises promises() const override { return {.batch_invariant = true}; }

  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    Tiled(problem, inputs, outputs).run();
  }
};

}  // namespace

KernelPointer tiled() { return std::make_shared<TiledKernel>(); }

}  // namespace assay::impls::cpu
