// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/variants.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "properties/relations/reindex.hpp"

namespace assay::properties {
namespace {

/// A row that sees a key, the last one there is, and the keys that it sees.
struct Sight {
  RowIndex row;
  std::vector<std::int64_t> keys;
};

std::optional<Sight> last_sight(const Call& call) {
  const Extents& e = call.problem.extents;
  for (std::int64_t b = e.batch; b-- > 0;)
    for (std::int64_t h = e.query_heads; h-- > 0;)
      for (std::int64_t i = e.query_length; i-- > 0;)
        if (auto keys = visible_keys(call.problem, call.inputs, {b, h, i}); !keys.empty())
          return Sight{{b, h, i}, std::move(keys)};
  return std::nullopt;
}

/// The index within a tensor that may be broadcast.
Index4 within(const Tensor& tensor, Index4 index) {
  for (std::size_t a = 0; a < index.size(); ++a)
    if (tensor.extents()[a] == 1) index[a] = 0;
  return index;
}

/// Another number of about the same size.
double other(double x) { return std::isfinite(x) && x != 0 ? -x : 1; }

class Changes {
 public:
  Changes(const Call& call, const Sight& sight) : call_(call), sight_(sight) {}

  std::vector<Variant> all() {
    const auto& [b, h, i] = sight_.row;
    const Extents& e = call_.problem.extents;
    const std::int64_t g = key_head(call_.problem, h);
    const std::int64_t last = sight_.keys.back(), middle = sight_.keys[sight_.keys.size() / 2];
    element("key", {b, g, last, e.head_dim - 1}, other);
    if (e.value_dim > 0) element("value", {b, g, middle, e.value_dim / 2}, other);
    element("query", {b, h, i, e.head_dim / 2}, other);
    element("mask", {b, h, i, middle}, [](double x) { return 1 - x; });
    element("bias", {b, h, i, middle}, other);
    element("key_lengths", {b, 0, 0, 0}, [](double x) { return x - 1; });
    element("key_segments", {b, 0, 0, last}, [](double x) { return x + 1; });
    element("alibi_slopes", {0, h, 0, 0}, other);
    element("sinks", {0, h, 0, 0}, other);
    element("dropout_keep", {b, h, i, middle}, [](double x) { return 1 - x; });
    option("causality changed", [](Problem& problem) { problem.causal = !problem.causal; });
    option("scale doubled", [](Problem& problem) { problem.scale = 2 * scale_value(problem); });
    return std::move(variants_);
  }

 private:
  void element(const std::string& name, const Index4& index, double (*change)(double)) {
    std::optional<Tensor> tensor = get_tensor(call_.inputs, name);
    if (!tensor) return;
    const Index4 place = within(*tensor, index);
    tensor->set(place, change(tensor->get(place)));
    Variant variant{"one element of " + name + " changed", call_, {sight_.row}};
    set_tensor(variant.call.inputs, name, std::move(tensor));
    variants_.push_back(std::move(variant));
  }

  void option(const std::string& what, void (*change)(Problem&)) {
    Variant variant{what, call_, {sight_.row, {sight_.row.batch, sight_.row.head, 0}}};
    change(variant.call.problem);
    variants_.push_back(std::move(variant));
  }

  const Call& call_;
  const Sight& sight_;
  std::vector<Variant> variants_;
};

/// count positions, those of an axis over and over.
std::vector<std::int64_t> around(std::int64_t extent, std::int64_t count) {
  std::vector<std::int64_t> list = positions(extent > 0 ? count : 0);
  for (std::int64_t& position : list) position %= extent;
  return list;
}

/// Lengths that no longer fit are cut.
Variant resized(std::string what, const Call& call, const Reindex& by) {
  Variant variant{std::move(what), reindex(call, by)};
  Problem& problem = variant.call.problem;
  const std::int64_t keys = problem.extents.key_length;
  problem.past = std::min(problem.past, keys);
  if (std::optional<Tensor>& lengths = variant.call.inputs.key_lengths)
    for_each_index(lengths->extents(), [&](const Index4& index) {
      lengths->set(index, std::min(lengths->get(index), static_cast<double>(keys)));
    });
  return variant;
}

}  // namespace

std::vector<Variant> same_shape_variants(const Call& call) {
  const std::optional<Sight> sight = last_sight(call);
  if (!sight) return {};
  return Changes(call, *sight).all();
}

Variant longer(const Call& call) {
  constexpr std::int64_t more_keys = 17, more_queries = 1;  // past the end of any vector, and cheap
  const Extents& e = call.problem.extents;
  return resized("longer", call,
                 {.batches = around(e.batch, e.batch + 1),
                  .queries = around(e.query_length, e.query_length + more_queries),
                  .keys = around(e.key_length, e.key_length + more_keys)});
}

Variant shorter(const Call& call) {
  const Extents& e = call.problem.extents;
  return resized("shorter", call,
                 {.batches = around(e.batch, 1),
                  .queries = around(e.query_length, (e.query_length + 1) / 2),
                  .keys = around(e.key_length, (e.key_length + 1) / 2)});
}

}  // namespace assay::properties
