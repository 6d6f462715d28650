// SPDX-License-Identifier: Apache-2.0
// The Rust module says of every struct and constant what the C header says.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "impls/plugin_abi.h"

namespace {

void tell(std::string& text, const char* name, std::size_t number) {
  text += std::string(name) + " " + std::to_string(number) + "\n";
}

// Lists of names, many a line.
// clang-format off
#define FIELD(field) tell(text, #field, offsetof(Struct, field));
#define CONSTANT(name) tell(text, #name, ASSAY_##name);

void lay_out_device(std::string& text) {
  using Struct = DLDevice;
  tell(text, "Device", sizeof(Struct));
  FIELD(device_type) FIELD(device_id)
}

void lay_out_datatype(std::string& text) {
  using Struct = DLDataType;
  tell(text, "DataType", sizeof(Struct));
  FIELD(code) FIELD(bits) FIELD(lanes)
}

void lay_out_tensor(std::string& text) {
  using Struct = DLTensor;
  tell(text, "Tensor", sizeof(Struct));
  FIELD(data) FIELD(device) FIELD(ndim) FIELD(dtype) FIELD(shape) FIELD(strides) FIELD(byte_offset)
}

void lay_out_options(std::string& text) {
  using Struct = assay_options;
  tell(text, "Options", sizeof(Struct));
  FIELD(size) FIELD(causal) FIELD(features) FIELD(scale) FIELD(softcap) FIELD(softcap_last) FIELD(anchor)
  FIELD(offset) FIELD(past) FIELD(window_left) FIELD(window_right) FIELD(mask_hides) FIELD(heads_interleaved)
  FIELD(empty_row) FIELD(empty_lse) FIELD(lse_base_two) FIELD(training) FIELD(dropout_probability)
  FIELD(dropout_seed) FIELD(reserved) FIELD(chunk)
}

void lay_out_call(std::string& text) {
  using Struct = assay_call;
  tell(text, "Call", sizeof(Struct));
  FIELD(size) FIELD(reserved) FIELD(options) FIELD(query) FIELD(key) FIELD(value) FIELD(mask) FIELD(bias)
  FIELD(key_lengths) FIELD(query_segments) FIELD(key_segments) FIELD(alibi_slopes) FIELD(sinks)
  FIELD(dropout_keep) FIELD(query_descale) FIELD(key_descale) FIELD(value_descale) FIELD(out) FIELD(lse)
  FIELD(dropout_drawn) FIELD(dout) FIELD(dlse) FIELD(dquery) FIELD(dkey) FIELD(dvalue) FIELD(dbias)
  FIELD(dsinks) FIELD(workspace) FIELD(workspace_bytes) FIELD(stream)
}

void lay_out_memory(std::string& text) {
  using Struct = assay_memory;
  tell(text, "Memory", sizeof(Struct));
  FIELD(size) FIELD(reserved) FIELD(allocate) FIELD(release) FIELD(to_device) FIELD(to_host)
}

void lay_out_plugin(std::string& text) {
  using Struct = assay_plugin;
  tell(text, "Plugin", sizeof(Struct));
  FIELD(size) FIELD(abi_major) FIELD(abi_minor) FIELD(device_type) FIELD(name) FIELD(version) FIELD(build)
  FIELD(convention) FIELD(arithmetic) FIELD(dtypes) FIELD(features) FIELD(promises) FIELD(forward)
  FIELD(backward) FIELD(supports) FIELD(arithmetic_for) FIELD(init) FIELD(shutdown) FIELD(last_error)
  FIELD(memory)
}

std::string layout_of_header() {
  std::string text;
  lay_out_device(text);
  lay_out_datatype(text);
  lay_out_tensor(text);
  lay_out_options(text);
  lay_out_call(text);
  lay_out_memory(text);
  lay_out_plugin(text);
  CONSTANT(ABI_MAJOR) CONSTANT(ABI_MINOR) CONSTANT(OK) CONSTANT(UNSUPPORTED) CONSTANT(BAD_ARGUMENT)
  CONSTANT(DEVICE_ERROR) CONSTANT(NO_DEVICE) CONSTANT(OUT_OF_MEMORY) CONSTANT(INTERNAL)
  tell(text, "CPU", kDLCPU);
  CONSTANT(FP32) CONSTANT(FP16) CONSTANT(BF16) CONSTANT(E4M3) CONSTANT(E5M2) CONSTANT(FP64)
  CONSTANT(GROUPED_HEADS) CONSTANT(VALUE_DIM) CONSTANT(SCALE) CONSTANT(SOFTCAP) CONSTANT(CAUSAL)
  CONSTANT(WINDOW) CONSTANT(PAST) CONSTANT(KEY_LENGTHS) CONSTANT(SEGMENTS) CONSTANT(MASK) CONSTANT(BIAS)
  CONSTANT(ALIBI) CONSTANT(SINKS) CONSTANT(DROPOUT) CONSTANT(DROPOUT_DRAWN) CONSTANT(LSE) CONSTANT(OUT_DTYPE)
  CONSTANT(DESCALE) CONSTANT(EMPTY) CONSTANT(INTERLEAVED)
  CONSTANT(EMPTY_ROW) CONSTANT(OTHER_LSE) CONSTANT(CHUNK)
  CONSTANT(ANY_STRIDES) CONSTANT(REPEATABLE) CONSTANT(BATCH_INVARIANT)
  CONSTANT(NEEDS_ALIGNED_16)
  CONSTANT(TOP_LEFT) CONSTANT(BOTTOM_RIGHT) CONSTANT(OFFSET) CONSTANT(EMPTY_ZERO) CONSTANT(EMPTY_NAN)
  CONSTANT(EMPTY_MEAN) CONSTANT(LSE_MINUS_INFINITY) CONSTANT(LSE_PLUS_INFINITY) CONSTANT(LSE_NAN)
  return text;
}
// clang-format on

TEST(RustModule, LaysStructsOutAsTheHeaderDoes) {
  void* const library = dlopen(ASSAY_RUST_LAYOUT, RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto layout = reinterpret_cast<const char* (*)()>(dlsym(library, "assay_rust_layout"));
  ASSERT_NE(layout, nullptr);
  EXPECT_EQ(layout(), layout_of_header());
}

}  // namespace
