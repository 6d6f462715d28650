// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "impls/faults/bases/twin_kernel.hpp"
#include "reference/model/problem_options.hpp"

namespace assay::impls {
namespace {

class MisreadingKernel : public TwinKernel {
 public:
  MisreadingKernel(const std::string& stem, const Fault& fault, const Misreading& misreading)
      : TwinKernel(stem, fault, misreading.supports),
        misreading_(misreading) {}

  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    if (misreading_.rewrite) {
      Problem misread_problem = problem;
      Inputs misread_inputs = inputs;
      misreading_.rewrite(misread_problem, misread_inputs);
      twin().run(misread_problem, misread_inputs, outputs);
    } else {
      twin().run(problem, inputs, outputs);
    }
    if (misreading_.spoil) misreading_.spoil(problem, inputs, outputs);
  }

 private:
  Misreading misreading_;
};

}  // namespace

Fault misreading_fault(const std::string& stem, Fault fault, const Misreading& misreading) {
  fault.kernel = std::make_shared<MisreadingKernel>(stem, fault, misreading);
  return fault;
}

void replace_mask(Problem& problem, Inputs& inputs,
                  const std::function<bool(const RowPlace& row, std::int64_t key, bool visible)>& sees) {
  const Extents& e = problem.extents;
  Tensor mask(ElementType::boolean(), {e.batch, e.query_heads, e.query_length, e.key_length});
  const TensorView<std::uint8_t> shown = mask.view<std::uint8_t>();
  RowKeys keys;
  for (std::int64_t b = 0; b < e.batch; ++b)
    for (std::int64_t h = 0; h < e.query_heads; ++h)
      for (std::int64_t i = 0; i < e.query_length; ++i) {
        find_keys(problem, inputs, {b, h, i}, keys);
        for (std::int64_t j = 0; j < e.key_length; ++j) shown(b, h, i, j) = sees({b, h, i}, j, keys.sees(j));
      }
  show_by_mask_alone(problem);
  problem.mask = Broadcast{{true, true, true, true}};
  problem.convention.mask_true = MaskTrue::Visible;
  inputs.mask = std::move(mask);
  inputs.query_segments.reset();
  inputs.key_segments.reset();
}

void move_causal_limit(Problem& problem, Inputs& inputs,
                       std::int64_t (*query)(const Problem& problem, const RowPlace& row)) {
  if (!problem.causal) return;
  const Problem asked = problem;
  problem.causal = false;
  replace_mask(problem, inputs, [&](const RowPlace& row, std::int64_t key, bool visible) {
    return visible && key <= first_position(asked, inputs, row.batch) + query(asked, row);
  });
}

void add_scores(Problem& problem, Inputs& inputs, const std::function<double(const Index4& at)>& added) {
  const Extents& e = problem.extents;
  const std::optional<Tensor> given = std::move(inputs.bias);
  inputs.bias = Tensor(ElementType::of(dtype("fp64")), {e.batch, e.query_heads, e.query_length, e.key_length});
  for_each_index(inputs.bias->extents(),
                 [&](const Index4& at) { inputs.bias->set(at, (given ? given->get_broadcast(at) : 0) + added(at)); });
  problem.bias = Broadcast{{true, true, true, true}};
}

void read_key_heads(Problem& problem, Inputs& inputs,
                    std::int64_t (*key_head)(const Problem& problem, std::int64_t query_head)) {
  const Problem asked = problem;
  for (Tensor* tensor : {&inputs.key, &inputs.value}) {
    Index4 extents = tensor->extents();
    extents[1] = asked.extents.query_heads;
    Tensor read(tensor->type(), extents);
    for_each_index(extents, [&](const Index4& to) {
      read.set_bits(to, tensor->bits({to[0], key_head(asked, to[1]), to[2], to[3]}));
    });
    *tensor = std::move(read);
  }
  problem.extents.key_heads = asked.extents.query_heads;
}

Tensor read_with_strides(const Tensor& tensor, const Index4& strides) {
  const std::size_t width = tensor.type().bytes();
  Tensor read(tensor.type(), tensor.extents());
  std::byte* to = read.bytes();
  for_each_index(tensor.extents(), [&](const Index4& at) {
    std::int64_t element = 0;
    for (std::size_t axis = 0; axis < 4; ++axis) element += at[axis] * strides[axis];
    const std::size_t from = static_cast<std::size_t>(element) * width % tensor.storage_bytes();
    to = std::copy_n(tensor.bytes() + from, width, to);
  });
  return read;
}

Tensor recomputed(const Tensor& tensor, const std::function<double(const Index4& at, double element)>& compute) {
  Tensor result(ElementType::of(dtype("fp64")), tensor.extents());
  for_each_index(tensor.extents(), [&](const Index4& at) { result.set(at, compute(at, tensor.get(at))); });
  return result;
}

void spoil_elements(Outputs& outputs, const std::function<double(const Index4& at, double element)>& spoil) {
  for_each_index(outputs.out.extents(), [&](const Index4& at) { outputs.out.set(at, spoil(at, outputs.out.get(at))); });
}

}  // namespace assay::impls
