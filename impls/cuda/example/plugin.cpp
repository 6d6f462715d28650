// SPDX-License-Identifier: Apache-2.0
// A kernel and its plug-in, for the emulator and for a device.
#include <impls/cuda/simt/simt.hpp>
#include <impls/plugin_abi.h>

#include <string>
#include <utility>

namespace mine {

using namespace assay::simt;

/// All that the kernel gets, in one struct: contiguous float32 tensors (batch, heads, length, dim).
struct Parameters {
  const float* query;
  const float* key;
  const float* value;
  float* out;
  int queries, keys, head_dim, value_dim;
  float scale;
};

/// One warp a query, which is blockIdx.x of slice (batch and head) blockIdx.y. Shared memory: the weights of a row.
__global__ void attend(Parameters p) {
  const int lane = static_cast<int>(threadIdx.x), slice = static_cast<int>(blockIdx.y);
  const float* query = p.query + (static_cast<long>(slice) * p.queries + blockIdx.x) * p.head_dim;
  const float* key = p.key + static_cast<long>(slice) * p.keys * p.head_dim;
  const float* value = p.value + static_cast<long>(slice) * p.keys * p.value_dim;
  float* out = p.out + (static_cast<long>(slice) * p.queries + blockIdx.x) * p.value_dim;
  SharedCarve carve = dynamic_shared();
  float* weights = carve.take<float>(p.keys);

  float largest = -INFINITY;
  for (int j = lane; j < p.keys; j += 32) {
    float score = 0;
    for (int d = 0; d < p.head_dim; ++d) score = fmaf(query[d], key[j * p.head_dim + d], score);
    weights[j] = score * p.scale;
    largest = fmaxf(largest, weights[j]);
  }
  for (int step = 16; step > 0; step /= 2) largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, step));
  float sum = 0;
  for (int j = lane; j < p.keys; j += 32) {
    weights[j] = fast_exp2((weights[j] - largest) * 1.44269504f);
    sum += weights[j];
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
#if !defined(WITHOUT_SYNC)
  __syncwarp();  // shuffles order nothing in memory: the other lanes' weights are read below
#endif
  for (int d = lane; d < p.value_dim; d += 32) {
    float total = 0;
    for (int j = 0; j < p.keys; ++j) total = fmaf(weights[j], value[j * p.value_dim + d], total);
    out[d] = total / sum;
  }
}

namespace {

std::string trouble;

const char* last_error() { return trouble.c_str(); }

/// Of what a launch says.
assay_status status_of(std::string text) {
  trouble = std::move(text);
  return trouble.empty() ? ASSAY_OK : ASSAY_DEVICE_ERROR;
}

#if defined(__CUDACC__)

assay_status status_of(cudaError_t error, assay_status otherwise = ASSAY_DEVICE_ERROR) {
  if (error != cudaSuccess) trouble = "error " + std::to_string(error) + " " + cudaGetErrorString(error);
  return error == cudaSuccess ? ASSAY_OK : otherwise;
}
void* allocate(std::size_t bytes) {
  void* memory = nullptr;
  return cudaMalloc(&memory, bytes) == cudaSuccess ? memory : nullptr;
}
void release(void* memory) { cudaFree(memory); }
assay_status to_device(void* device, const void* host, std::size_t bytes) {
  return status_of(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
}
assay_status to_host(void* host, const void* device, std::size_t bytes) {
  return status_of(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
}
constexpr assay_memory device_memory = {sizeof(assay_memory), 0, allocate, release, to_device, to_host};

assay_status init(std::int32_t device) { return status_of(cudaSetDevice(device), ASSAY_NO_DEVICE); }

/// "cuda device="..." driver=13.0 toolkit=13.0": what reports label the results with.
const char* build() {
  static std::string text = "cuda";
  cudaDeviceProp properties{};
  int driver = 0, toolkit = 0;
  const bool found = cudaGetDeviceProperties(&properties, 0) == cudaSuccess &&
                     cudaDriverGetVersion(&driver) == cudaSuccess && cudaRuntimeGetVersion(&toolkit) == cudaSuccess;
  const auto version = [](int n) { return std::to_string(n / 1000) + "." + std::to_string(n % 1000 / 10); };
  if (found)
    text = "cuda device=\"" + std::string(properties.name) + "\" driver=" + version(driver) +
           " toolkit=" + version(toolkit);
  return text.c_str();
}

void describe_backend(assay_plugin& plugin) {
  plugin.device_type = kDLCUDA;
  plugin.build = build();
  plugin.init = init;
  plugin.memory = &device_memory;
}

#else

void describe_backend(assay_plugin& plugin) {
  plugin.device_type = kDLCPU;
  plugin.build = build_text();  // "emulated order=... flavour=... model=..."
}

#endif

const float* data(const DLTensor* tensor) { return static_cast<const float*>(tensor->data); }

GlobalTensor global(const char* name, const DLTensor* t, bool writable) {
  return {name,
          t->data,
          {t->shape[0], t->shape[1], t->shape[2], t->shape[3]},
          {t->strides[0], t->strides[1], t->strides[2], t->strides[3]},
          sizeof(float),
          writable};
}

assay_status forward(const assay_call* call) {
  const std::int64_t *q = call->query->shape, *v = call->value->shape;
  if (q[0] * q[1] * q[2] == 0) return ASSAY_OK;
  register_tensors({global("query", call->query, false), global("key", call->key, false),
                    global("value", call->value, false), global("out", call->out, true)});
  const Parameters parameters{data(call->query),
                              data(call->key),
                              data(call->value),
                              static_cast<float*>(call->out->data),
                              static_cast<int>(q[2]),
                              static_cast<int>(v[2]),
                              static_cast<int>(q[3]),
                              static_cast<int>(v[3]),
                              static_cast<float>(call->options->scale)};
  const dim3 grid(static_cast<unsigned>(q[2]), static_cast<unsigned>(q[0] * q[1]));
  const std::size_t shared_bytes = (static_cast<std::size_t>(v[2]) * sizeof(float) + 15) / 16 * 16;
  return status_of(launch(attend, grid, dim3(32), shared_bytes, call->stream, parameters));
}

assay_status supports(const assay_call* call, std::int32_t, std::size_t*, const char** why) {
  *why = call->value->shape[2] > 8192 ? "more than 8192 keys" : nullptr;
  return *why ? ASSAY_UNSUPPORTED : ASSAY_OK;
}

assay_plugin describe() {
  assay_plugin plugin{};
  plugin.size = sizeof(assay_plugin);
  plugin.abi_major = ASSAY_ABI_MAJOR;
  plugin.abi_minor = ASSAY_ABI_MINOR;
  describe_backend(plugin);
  plugin.name = "mine";
  plugin.dtypes = ASSAY_FP32;
  plugin.features = ASSAY_VALUE_DIM | ASSAY_SCALE;
  plugin.promises = ASSAY_REPEATABLE;
  plugin.forward = forward;
  plugin.supports = supports;
  plugin.last_error = last_error;
  return plugin;
}

}  // namespace
}  // namespace mine

const assay_plugin* assay_plugin_entry(std::uint32_t host_major, std::uint32_t) {
  static const assay_plugin plugin = mine::describe();
  return host_major == ASSAY_ABI_MAJOR ? &plugin : nullptr;
}
