// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/probes/simt_machine.hpp"

#include <stdexcept>

#include "impls/cuda/probes/kernels.hpp"

namespace assay::probes {
namespace {

void hold(const std::string& trouble) {
  if (!trouble.empty()) throw std::runtime_error(trouble);
}

#if defined(__CUDACC__)

std::string text_of(cudaError_t error) {
  if (error == cudaSuccess) return "";
  return "error " + std::to_string(error) + " " + cudaGetErrorName(error) + ": " + cudaGetErrorString(error);
}

/// An array on the device.
template <class T>
class Array {
 public:
  explicit Array(std::size_t count) : count_(count) { hold(text_of(cudaMalloc(&data_, count * sizeof(T)))); }
  explicit Array(const std::vector<T>& values) : Array(values.size()) {
    hold(text_of(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice)));
  }
  ~Array() { cudaFree(data_); }
  Array(const Array&) = delete;
  T* data() { return data_; }
  std::vector<T> values() const {
    std::vector<T> values(count_);
    hold(text_of(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost)));
    return values;
  }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

#else

template <class T>
class Array {
 public:
  explicit Array(std::size_t count) : values_(count) {}
  explicit Array(std::vector<T> values) : values_(std::move(values)) {}
  T* data() { return values_.data(); }
  const std::vector<T>& values() const { return values_; }

 private:
  std::vector<T> values_;
};

#endif

constexpr unsigned threads = 128;
unsigned blocks_for(std::size_t count) { return static_cast<unsigned>((count + threads - 1) / threads); }

template <class T>
std::vector<float> dots_of(const FloatFormat& factors, std::span<const Dot> dots) {
  std::vector<std::uint16_t> a, b;
  std::vector<float> c;
  for (const Dot& dot : dots) {
    for (const double factor : dot.a) a.push_back(static_cast<std::uint16_t>(encode(factors, factor)));
    for (const double factor : dot.b) b.push_back(static_cast<std::uint16_t>(encode(factors, factor)));
    c.push_back(dot.c);
  }
  Array<std::uint16_t> left(a), right(b);
  Array<float> addends(c), results(dots.size());
  const DotParameters<T> parameters{left.data(), right.data(), addends.data(), results.data()};
  hold(launch(dot_products<T>, dim3(static_cast<unsigned>(dots.size())), dim3(32), 0, nullptr, parameters));
  return results.values();
}

class SimtMachine : public Machine {
 public:
  std::vector<float> dots(const FloatFormat& factors, std::span<const Dot> dots) override {
    return factors.name == "fp16" ? dots_of<__half>(factors, dots) : dots_of<__nv_bfloat16>(factors, dots);
  }

  std::vector<float> compute(Operation operation, std::span<const Operands> operands) override {
    std::vector<float> flat;
    for (const Operands& o : operands) flat.insert(flat.end(), {o.x, o.y, o.z});
    Array<float> given(flat), results(operands.size());
    const ComputeParameters parameters{static_cast<int>(operation), static_cast<int>(operands.size()), given.data(),
                                       results.data()};
    hold(launch(compute_each, dim3(blocks_for(operands.size())), dim3(threads), 0, nullptr, parameters));
    return results.values();
  }

  std::vector<float> exp2(std::uint32_t first, std::uint32_t stride, std::size_t count) override {
    Array<float> results(count);
    const Exp2Parameters parameters{first, stride, static_cast<int>(count), results.data()};
    hold(launch(exp2_each, dim3(blocks_for(count)), dim3(threads), 0, nullptr, parameters));
    return results.values();
  }
};

}  // namespace

std::unique_ptr<Machine> simt_machine() { return std::make_unique<SimtMachine>(); }

}  // namespace assay::probes
