// SPDX-License-Identifier: Apache-2.0
// What compilers call for every load and store with -fsanitize=thread, and where an address or an index is wrong with
// -fsanitize=alignment,array-bounds, defined here in place of the sanitizers' libraries. The names are the compilers'
// own: a configure test (cmake/AssayEmulator.cmake) counts the calls of a known kernel before any is relied upon.
#include <cstdint>
#include <cstring>
#include <string>

#include "impls/cuda/emulator/atomics.hpp"
#include "impls/cuda/emulator/checker/checker.hpp"

#pragma GCC diagnostic ignored "-Wmissing-declarations"
#define ASSAY_PLACE assay::emulator::Place(__builtin_return_address(0))

namespace {

using assay::emulator::machine;
using assay::emulator::only_checker;
using assay::emulator::Place;
using assay::emulator::Site;

void look(const void* address, std::size_t bytes, bool writes, Place place) {
  if (bytes != 0) only_checker().access(static_cast<const std::byte*>(address), bytes, writes, place);
}

/// A plain variable may be what a thread waits for in a loop only if it is volatile.
void look_volatile(const void* address, std::size_t bytes, bool writes, Place place) {
  look(address, bytes, writes, place);
  if (!machine().in_kernel || machine().current->stack.holds(address)) return;
  const assay::emulator::InEmulator here;
  assay::emulator::note_polling(!writes, place.site());
}

// As the undefined-behaviour sanitizer lays them out.
struct SourceLocation {
  const char* file;
  std::uint32_t line;
  std::uint32_t column;
};
struct TypeDescriptor {
  std::uint16_t kind;
  std::uint16_t info;
  char name[1];  // and on to a zero
};
struct TypeMismatch {
  SourceLocation location;
  const TypeDescriptor* type;
  unsigned char log_alignment;
  unsigned char kind;
};
struct OutOfBounds {
  SourceLocation location;
  const TypeDescriptor* array;
  const TypeDescriptor* index;
};

Site site_of(const SourceLocation& location) { return {location.file, location.line}; }

}  // namespace

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

#define ASSAY_CALLBACKS(bytes)                                                                                      \
  void __tsan_read##bytes(void* a) { look(a, bytes, false, ASSAY_PLACE); }                                          \
  void __tsan_write##bytes(void* a) { look(a, bytes, true, ASSAY_PLACE); }                                          \
  void __tsan_unaligned_read##bytes(void* a) { look(a, bytes, false, ASSAY_PLACE); }                                \
  void __tsan_unaligned_write##bytes(void* a) { look(a, bytes, true, ASSAY_PLACE); }                                \
  void __tsan_read_write##bytes(void* a) { look(a, bytes, false, ASSAY_PLACE), look(a, bytes, true, ASSAY_PLACE); } \
  void __tsan_volatile_read##bytes(void* a) { look_volatile(a, bytes, false, ASSAY_PLACE); }                        \
  void __tsan_volatile_write##bytes(void* a) { look_volatile(a, bytes, true, ASSAY_PLACE); }                        \
  void __tsan_unaligned_volatile_read##bytes(void* a) { look_volatile(a, bytes, false, ASSAY_PLACE); }              \
  void __tsan_unaligned_volatile_write##bytes(void* a) { look_volatile(a, bytes, true, ASSAY_PLACE); }
ASSAY_CALLBACKS(1)
ASSAY_CALLBACKS(2)
ASSAY_CALLBACKS(4)
ASSAY_CALLBACKS(8)
ASSAY_CALLBACKS(16)
#undef ASSAY_CALLBACKS

/// The only atomic: host code in a kernel's unit asks by it whether a local static variable is ready.
unsigned char __tsan_atomic8_load(const volatile unsigned char* a, int) { return __atomic_load_n(a, __ATOMIC_ACQUIRE); }

void __tsan_read_range(void* a, std::size_t bytes) { look(a, bytes, false, ASSAY_PLACE); }
void __tsan_write_range(void* a, std::size_t bytes) { look(a, bytes, true, ASSAY_PLACE); }
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  look(from, bytes, false, ASSAY_PLACE);
  look(to, bytes, true, ASSAY_PLACE);
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  look(from, bytes, false, ASSAY_PLACE);
  look(to, bytes, true, ASSAY_PLACE);
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  look(to, bytes, true, ASSAY_PLACE);
  return std::memset(to, value, bytes);
}

void __ubsan_handle_type_mismatch_v1(const TypeMismatch* data, const void* address) {
  if (!machine().in_kernel) return;
  const assay::emulator::InEmulator here;
  only_checker().misaligned(address, data->type->name, std::size_t{1} << data->log_alignment, site_of(data->location));
}
void __ubsan_handle_out_of_bounds(const OutOfBounds* data, const void* index) {
  if (!machine().in_kernel) return;
  const assay::emulator::InEmulator here;
  only_checker().outside_array(data->array->name, static_cast<std::int32_t>(reinterpret_cast<std::intptr_t>(index)),
                               site_of(data->location));
}

}  // extern "C"
