// SPDX-License-Identifier: Apache-2.0
#include "reference/model/inputs.hpp"

#include <fmt/format.h>

#include "reference/model/problem_text.hpp"

namespace assay {
namespace {

/// A tensor that a call may have: where it is kept, its axes, what its elements are, and which problems have it.
struct Slot {
  std::string name;
  /// Letters of its axes: b batch, h query head, g key head, q query, k key, d head_dim, v value_dim; 1: extent 1.
  /// Empty: bhqk, less what the problem broadcasts.
  std::string axes;
  ElementType (*type)(const Problem&);
  bool (*asked)(const Problem&);
  const Tensor* (*find)(const Inputs&);  ///< null: not there
  void (*set)(Inputs&, std::optional<Tensor>);
};

ElementType stored(const Problem& p) { return ElementType::of(p.dtype); }
ElementType added(const Problem& p) { return ElementType::of(bias_format(p)); }
ElementType fp32(const Problem&) { return ElementType::of(dtype("fp32")); }
ElementType boolean(const Problem&) { return ElementType::boolean(); }
ElementType int32(const Problem&) { return ElementType::int32(); }

template <Tensor Inputs::*member>
Slot required_slot(const char* name, const char* axes) {
  return {name,
          axes,
          stored,
          [](const Problem&) { return true; },
          [](const Inputs& in) { return &(in.*member); },
          [](Inputs& in, std::optional<Tensor> t) { in.*member = t ? std::move(*t) : Tensor(); }};
}

template <std::optional<Tensor> Inputs::*member>
Slot optional_slot(const char* name, const char* axes, ElementType (*type)(const Problem&),
                   bool (*asked)(const Problem&)) {
  return {name,
          axes,
          type,
          asked,
          [](const Inputs& in) { return in.*member ? &*(in.*member) : nullptr; },
          [](Inputs& in, std::optional<Tensor> t) { in.*member = std::move(t); }};
}

const std::vector<Slot>& slots() {
  using I = Inputs;
  using P = Problem;
  static const std::vector<Slot> list{
      required_slot<&I::query>("query", "bhqd"),
      required_slot<&I::key>("key", "bgkd"),
      required_slot<&I::value>("value", "bgkv"),
      optional_slot<&I::mask>("mask", "", boolean, [](const P& p) { return p.mask.has_value(); }),
      optional_slot<&I::bias>("bias", "", added, [](const P& p) { return p.bias.has_value(); }),
      optional_slot<&I::key_lengths>("key_lengths", "b111", int32, [](const P& p) { return p.key_lengths; }),
      optional_slot<&I::query_segments>("query_segments", "b11q", int32, [](const P& p) { return p.segments; }),
      optional_slot<&I::key_segments>("key_segments", "b11k", int32, [](const P& p) { return p.segments; }),
      optional_slot<&I::alibi_slopes>("alibi_slopes", "1h11", fp32, [](const P& p) { return p.alibi; }),
      optional_slot<&I::sinks>("sinks", "1h11", fp32, [](const P& p) { return p.sinks; }),
      optional_slot<&I::dropout_keep>("dropout_keep", "bhqk", boolean,
                                      [](const P& p) { return p.dropout.training && p.dropout.mask_given; }),
  };
  return list;
}

const Slot* find_slot(const std::string& name) {
  for (const Slot& s : slots())
    if (s.name == name) return &s;
  return nullptr;
}

const Slot& slot(const std::string& name) {
  const Slot* found = find_slot(name);
  ASSAY_ASSERT(found && "unknown tensor name");
  return *found;
}

std::string axes_of(const Problem& problem, const Slot& slot) {
  if (!slot.axes.empty()) return slot.axes;
  return to_text((slot.name == "mask" ? problem.mask : problem.bias).value_or(Broadcast{}));
}

std::int64_t extent_of(const Extents& e, char axis) {
  switch (axis) {
    case 'b': return e.batch;
    case 'h': return e.query_heads;
    case 'g': return e.key_heads;
    case 'q': return e.query_length;
    case 'k': return e.key_length;
    case 'd': return e.head_dim;
    case 'v': return e.value_dim;
    default: return 1;
  }
}

Tensor filled_unwritten(const ElementType& type, const Index4& extents) {
  Tensor tensor(type, extents);
  const std::uint64_t pattern = unwritten_bits(type);
  for_each_index(extents, [&](const Index4& index) { tensor.set_bits(index, pattern); });
  return tensor;
}

void check_tensor(const Problem& problem, const std::string& name, const std::optional<Tensor>& tensor) {
  const std::optional<TensorSpec> spec = tensor_spec(problem, name);
  if (!spec && tensor)
    throw UsageError(fmt::format("tensor '{}' is given, but the problem has none: {}", name, to_text(problem)));
  if (!spec) return;
  if (!tensor)
    throw UsageError(
        fmt::format("tensor '{}' is missing: want {} {}", name, spec->type.name(), to_text(spec->extents)));
  if (tensor->type() != spec->type || tensor->extents() != spec->extents)
    throw UsageError(fmt::format("tensor '{}' is {} {}: want {} {}", name, tensor->type().name(),
                                 to_text(tensor->extents()), spec->type.name(), to_text(spec->extents)));
}

void check_key_lengths(const Problem& problem, const Tensor& lengths) {
  for (std::int64_t b = 0; b < problem.extents.batch; ++b) {
    const double length = lengths.get({b, 0, 0, 0});
    if (length < 0 || length > static_cast<double>(problem.extents.key_length))
      throw UsageError(fmt::format("key_lengths[{}] = {}: want 0 to tk={}", b, length, problem.extents.key_length));
  }
}

}  // namespace

std::uint64_t unwritten_bits(const FloatFormat& format) {
  const std::uint64_t ones = (std::uint64_t{1} << (format.storage_bits() - 1)) - 1;
  if (!format.has_infinity()) return ones;  // the only NaN there is
  // Not the NaN that processors make: x86 sets the sign and the first bit of the mantissa, GPUs every bit but the sign.
  const std::uint64_t mantissa = (std::uint64_t{1} << format.mantissa_bits) - 1;
  return (ones & ~mantissa) | (0x5555555555555555 & mantissa);
}

std::uint64_t unwritten_bits(const ElementType& type) {
  return type.kind == ElementType::Kind::Float ? unwritten_bits(type.format) : 0xff;
}

Outputs blank_outputs(const Problem& problem) {
  Outputs outputs{filled_unwritten(ElementType::of(problem.out), output_extents(problem)), {}, {}};
  if (problem.lse) outputs.lse = filled_unwritten(ElementType::of(lse_format(problem)), lse_extents(problem));
  if (problem.dropout.training && !problem.dropout.mask_given)
    outputs.dropout_drawn =
        filled_unwritten(ElementType::boolean(), broadcast_extents(problem, {{true, true, true, true}}));
  return outputs;
}

std::string tensor_axes(const Problem& problem, const std::string& name) { return axes_of(problem, slot(name)); }

std::optional<TensorSpec> tensor_spec(const Problem& problem, const std::string& name) {
  const Slot* slot = find_slot(name);
  if (!slot || !slot->asked(problem)) return std::nullopt;
  TensorSpec spec{slot->type(problem), {}};
  const std::string axes = axes_of(problem, *slot);
  for (std::size_t n = 0; n < spec.extents.size(); ++n) spec.extents[n] = extent_of(problem.extents, axes[n]);
  return spec;
}

const std::vector<std::string>& tensor_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Slot& s : slots()) list.push_back(s.name);
    return list;
  }();
  return names;
}

std::optional<Tensor> get_tensor(const Inputs& inputs, const std::string& name) {
  const Tensor* tensor = slot(name).find(inputs);
  return tensor ? std::optional(*tensor) : std::nullopt;
}

void set_tensor(Inputs& inputs, const std::string& name, std::optional<Tensor> tensor) {
  slot(name).set(inputs, std::move(tensor));
}

void check_inputs(const Problem& problem, const Inputs& inputs) {
  for (const std::string& name : tensor_names()) check_tensor(problem, name, get_tensor(inputs, name));
  if (inputs.key_lengths) check_key_lengths(problem, *inputs.key_lengths);
}

void for_each_tensor(const Inputs& inputs, const std::function<void(const std::string&, const Tensor&)>& visit) {
  for (const Slot& s : slots())
    if (const Tensor* tensor = s.find(inputs)) visit(s.name, *tensor);
}

}  // namespace assay
