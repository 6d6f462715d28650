// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <type_traits>

#include "properties/cases/simplify_moves.hpp"

namespace assay::properties::detail {
namespace {

/// A feature that is there when `get` (a reference to a field) differs from its plain value.
template <class Get>
Feature differs(Get get, const std::decay_t<std::invoke_result_t<Get, Case&>>& plain) {
  return {[get, plain](const Case& the_case) { return get(const_cast<Case&>(the_case)) == plain ? 0 : 1; },
          [get, plain](Case& the_case) { get(the_case) = plain; }};
}

Feature mask_axis(std::optional<Broadcast> Problem::*tensor, std::size_t axis) {
  return {[=](const Case& c) { return c.problem.*tensor && (c.problem.*tensor)->has[axis] ? 1 : 0; },
          [=](Case& c) {
            if (c.problem.*tensor) (c.problem.*tensor)->has[axis] = false;
          }};
}

Feature other_dtype() {
  return {[](const Case& c) {
            const auto& formats = all_dtypes();
            const auto place = std::find(formats.begin(), formats.end(), c.problem.dtype) - formats.begin();
            return c.problem.dtype == dtype("fp32") ? 0 : static_cast<int>(place) + 1;
          },
          [](Case& c) {
            if (c.problem.out == c.problem.dtype) c.problem.out = dtype("fp32");
            c.problem.dtype = dtype("fp32");
          }};
}

Feature other_output() {
  return {[](const Case& c) { return c.problem.out == c.problem.dtype ? 0 : 1; },
          [](Case& c) { c.problem.out = c.problem.dtype; }};
}

void add_convention(std::vector<Feature>& list) {
  const Convention plain = convention_preset("torch");
  const auto choice = [&](auto member) {
    list.push_back(differs(
        [member](Case & c) -> auto& { return c.problem.convention.*member; }, plain.*member));
  };
  choice(&Convention::preset);
  choice(&Convention::anchor);
  choice(&Convention::empty_row);
  choice(&Convention::empty_lse);
  choice(&Convention::lse_base);
  choice(&Convention::head_map);
  choice(&Convention::cap_order);
  choice(&Convention::mask_true);
  choice(&Convention::window_count);
}

void add_tensor_options(std::vector<Feature>& list) {
  for (const auto tensor : {&Problem::mask, &Problem::bias}) {
    list.push_back(
        {[=](const Case& c) { return c.problem.*tensor ? 1 : 0; }, [=](Case& c) { (c.problem.*tensor).reset(); }});
    for (std::size_t axis = 0; axis < 4; ++axis) list.push_back(mask_axis(tensor, axis));
  }
}

void add_dropout(std::vector<Feature>& list) {
  list.push_back({[](const Case& c) { return c.problem.dropout.probability > 0 ? 1 : 0; },
                  [](Case& c) { c.problem.dropout = Dropout{}; }});
  list.push_back(differs(
      [](Case & c) -> auto& { return c.problem.dropout.training; }, false));
  list.push_back(differs(
      [](Case & c) -> auto& { return c.problem.dropout.mask_given; }, true));
}

std::vector<Feature> make_features() {
  std::vector<Feature> list{other_dtype(), other_output()};
  add_tensor_options(list);
  add_dropout(list);
  const auto field = [&](auto member, auto plain) {
    list.push_back(differs(
        [member](Case & c) -> auto& { return c.problem.*member; }, plain));
  };
  field(&Problem::segments, false);
  field(&Problem::key_lengths, false);
  field(&Problem::sinks, false);
  field(&Problem::alibi, false);
  field(&Problem::softcap, std::optional<double>{});
  field(&Problem::scale, std::optional<double>{});
  list.push_back(differs(
      [](Case & c) -> auto& { return c.problem.window.left; }, std::nullopt));
  list.push_back(differs(
      [](Case & c) -> auto& { return c.problem.window.right; }, std::nullopt));
  field(&Problem::causal, false);
  field(&Problem::past, std::int64_t{0});
  field(&Problem::lse, false);
  add_convention(list);
  list.push_back(differs(
      [](Case & c) -> auto& { return c.recipe.hidden; }, "none"));
  list.push_back(differs(
      [](Case & c) -> auto& { return c.recipe.layout; }, "contiguous"));
  return list;
}

}  // namespace

const std::vector<Feature>& features() {
  static const std::vector<Feature> list = make_features();
  return list;
}

std::vector<Case> fewer_features(const Case& the_case) {
  std::vector<Case> result;
  Case bare = the_case;
  for (const Feature& feature : features()) {
    if (feature.weight(the_case) == 0) continue;
    feature.remove(bare);
    Case candidate = the_case;
    feature.remove(candidate);
    fit_data(candidate, the_case.problem, 1);
    result.push_back(std::move(candidate));
  }
  fit_data(bare, the_case.problem, 1);
  result.insert(result.begin(), std::move(bare));
  return result;
}

}  // namespace assay::properties::detail
