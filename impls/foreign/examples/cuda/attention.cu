// SPDX-License-Identifier: Apache-2.0
// Attention in CUDA: float32, causal, grouped heads; one thread a query, tensors in device memory.
// By hand, ROOT being the folder that holds impls/:
//   nvcc -std=c++20 -O2 -shared -Xcompiler -fPIC -I ROOT attention.cu -o libattention.so
#include <cuda_runtime.h>

#include "impls/plugin_abi.h"

namespace {

struct Shape {
  int64_t query_heads, key_heads, queries, keys, head_dim, value_dim;
  int64_t rows;    // batch x query heads x queries
  int64_t offset;  // query i sees keys up to i + offset
  float scale;
};

__global__ void attend(Shape s, const float* query, const float* key, const float* value, float* out) {
  const int64_t n = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (n >= s.rows) return;
  const int64_t i = n % s.queries, h = n / s.queries % s.query_heads, b = n / s.queries / s.query_heads;
  const int64_t slice = b * s.key_heads + h / (s.query_heads / s.key_heads);
  query += n * s.head_dim;
  out += n * s.value_dim;
  key += slice * s.keys * s.head_dim;
  value += slice * s.keys * s.value_dim;
  float largest = -INFINITY, sum = 0;
  for (int64_t d = 0; d < s.value_dim; ++d) out[d] = 0;
  for (int64_t j = 0; j < s.keys && j <= i + s.offset; ++j) {
    float dot = 0;
    for (int64_t d = 0; d < s.head_dim; ++d) dot += query[d] * key[j * s.head_dim + d];
    const float score = dot * s.scale, next = fmaxf(largest, score);
    const float keep = expf(largest - next), weight = expf(score - next);
    for (int64_t d = 0; d < s.value_dim; ++d) out[d] = out[d] * keep + weight * value[j * s.value_dim + d];
    sum = sum * keep + weight;
    largest = next;
  }
  for (int64_t d = 0; d < s.value_dim && sum != 0; ++d) out[d] /= sum;
}

cudaError_t last = cudaSuccess;

assay_status status(cudaError_t error, assay_status otherwise) {
  last = error;
  return error == cudaSuccess ? ASSAY_OK : otherwise;
}

const float* data(const DLTensor* tensor) { return static_cast<const float*>(tensor->data); }

assay_status forward(const assay_call* call) {
  const assay_options& o = *call->options;
  const int64_t *q = call->query->shape, *v = call->value->shape;
  const Shape shape{
      q[1], v[1], q[2], v[2], q[3], v[3], q[0] * q[1] * q[2], o.causal ? o.offset : v[2], static_cast<float>(o.scale)};
  const auto stream = static_cast<cudaStream_t>(call->stream);
  constexpr unsigned threads = 64;
  const auto blocks = static_cast<unsigned>((shape.rows + threads - 1) / threads);
  attend<<<blocks, threads, 0, stream>>>(shape, data(call->query), data(call->key), data(call->value),
                                         static_cast<float*>(call->out->data));
  const assay_status launched = status(cudaGetLastError(), ASSAY_DEVICE_ERROR);
  return launched != ASSAY_OK || stream ? launched : status(cudaDeviceSynchronize(), ASSAY_DEVICE_ERROR);
}

assay_status init(int32_t device) { return status(cudaSetDevice(device), ASSAY_NO_DEVICE); }

const char* last_error() { return cudaGetErrorString(last); }

void* allocate(size_t bytes) {
  void* memory = nullptr;
  return cudaMalloc(&memory, bytes) == cudaSuccess ? memory : nullptr;
}

void release(void* memory) { cudaFree(memory); }

assay_status to_device(void* device, const void* host, size_t bytes) {
  return status(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice), ASSAY_DEVICE_ERROR);
}

assay_status to_host(void* host, const void* device, size_t bytes) {
  return status(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost), ASSAY_DEVICE_ERROR);
}

constexpr assay_memory memory = {sizeof(assay_memory), 0, allocate, release, to_device, to_host};

constexpr assay_plugin plugin = {
    .size = sizeof(assay_plugin),
    .abi_major = ASSAY_ABI_MAJOR,
    .abi_minor = ASSAY_ABI_MINOR,
    .device_type = kDLCUDA,
    .name = "example_cuda",
    .dtypes = ASSAY_FP32,
    .features = ASSAY_CAUSAL | ASSAY_PAST | ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE,
    .promises = ASSAY_REPEATABLE,
    .forward = forward,
    .init = init,
    .last_error = last_error,
    .memory = &memory};

}  // namespace

ASSAY_PLUGIN_ENTRY(plugin)
