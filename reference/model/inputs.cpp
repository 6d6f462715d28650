// SPDX-License-Identifier: Apache-2.0
#include "reference/model/inputs.hpp"

#include <fmt/format.h>

namespace assay {
namespace {

struct Slot {
  std::string name;
  const Tensor* (*find)(const Inputs&);  ///< null: not there
  void (*set)(Inputs&, std::optional<Tensor>);
};

template <Tensor Inputs::*member>
Slot required_slot(const char* name) {
  return {name, [](const Inputs& in) { return &(in.*member); },
          [](Inputs& in, std::optional<Tensor> t) { in.*member = t ? std::move(*t) : Tensor(); }};
}

template <std::optional<Tensor> Inputs::*member>
Slot optional_slot(const char* name) {
  return {name, [](const Inputs& in) { return in.*member ? &*(in.*member) : nullptr; },
          [](Inputs& in, std::optional<Tensor> t) { in.*member = std::move(t); }};
}

const std::vector<Slot>& slots() {
  static const std::vector<Slot> list{
      required_slot<&Inputs::query>("query"),
      required_slot<&Inputs::key>("key"),
      required_slot<&Inputs::value>("value"),
      optional_slot<&Inputs::mask>("mask"),
      optional_slot<&Inputs::bias>("bias"),
      optional_slot<&Inputs::key_lengths>("key_lengths"),
      optional_slot<&Inputs::query_segments>("query_segments"),
      optional_slot<&Inputs::key_segments>("key_segments"),
      optional_slot<&Inputs::alibi_slopes>("alibi_slopes"),
      optional_slot<&Inputs::sinks>("sinks"),
      optional_slot<&Inputs::dropout_keep>("dropout_keep"),
  };
  return list;
}

const Slot& slot(const std::string& name) {
  for (const Slot& s : slots())
    if (s.name == name) return s;
  ASSAY_ASSERT(false && "unknown tensor name");
  return slots().front();
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

std::optional<TensorSpec> tensor_spec(const Problem& p, const std::string& name) {
  const Extents& e = p.extents;
  const auto when = [](bool there, ElementType type, const Index4& extents) -> std::optional<TensorSpec> {
    if (!there) return std::nullopt;
    return TensorSpec{type, extents};
  };
  const ElementType per_head = ElementType::of(dtype("fp32"));
  if (name == "query") return TensorSpec{ElementType::of(p.dtype), query_extents(p)};
  if (name == "key") return TensorSpec{ElementType::of(p.dtype), key_extents(p)};
  if (name == "value") return TensorSpec{ElementType::of(p.dtype), value_extents(p)};
  if (name == "mask")
    return when(p.mask.has_value(), ElementType::boolean(), broadcast_extents(p, p.mask.value_or(Broadcast{})));
  if (name == "bias")
    return when(p.bias.has_value(), ElementType::of(bias_format(p)),
                broadcast_extents(p, p.bias.value_or(Broadcast{})));
  if (name == "key_lengths") return when(p.key_lengths, ElementType::int32(), {e.batch, 1, 1, 1});
  if (name == "query_segments") return when(p.segments, ElementType::int32(), {e.batch, 1, 1, e.query_length});
  if (name == "key_segments") return when(p.segments, ElementType::int32(), {e.batch, 1, 1, e.key_length});
  if (name == "alibi_slopes") return when(p.alibi, per_head, {1, e.query_heads, 1, 1});
  if (name == "sinks") return when(p.sinks, per_head, {1, e.query_heads, 1, 1});
  if (name == "dropout_keep")
    return when(p.dropout.training && p.dropout.mask_given, ElementType::boolean(),
                {e.batch, e.query_heads, e.query_length, e.key_length});
  return std::nullopt;
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
