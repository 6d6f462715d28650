// SPDX-License-Identifier: Apache-2.0
#include "fuzz/measure/emulated_library.hpp"

#include <dlfcn.h>

#include <algorithm>

#include "impls/plugin/plugin.hpp"
#include "properties/draw.hpp"
#include "properties/cases/generate.hpp"

namespace assay::measure {
namespace {

template <class Function>
Function find(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace

EmulatedLibrary::EmulatedLibrary(const std::string& path) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw EnvironmentError(path + ": " + dlerror());
  const auto entry = find<const assay_plugin* (*)(std::uint32_t, std::uint32_t)>(library, "assay_plugin_entry");
  set_ = find<bool (*)(const char*, const char*)>(library, "assay_emulator_set");
  if (!entry || !set_)
    throw EnvironmentError(path + ": no emulated kernel; want one that assay_emulated_kernel() built");
  kernel_ = impls::in_process_kernel(entry(ASSAY_ABI_MAJOR, ASSAY_ABI_MINOR));
  if (const auto names = find<const char* const* (*)()>(library, "assay_emulator_faults"))
    for (const char* const* name = names(); *name; ++name) faults_.emplace_back(*name);
}

void EmulatedLibrary::set(const std::string& key, const std::string& value) const {
  if (!set_(key.c_str(), value.c_str()))
    throw UsageError(key + "=" + value + ": want order=linear, reverse or random, seed=N or model=NAME");
}

void EmulatedLibrary::plant(const std::string& fault) const {
  const auto found = std::ranges::find(faults_, fault);
  if (!fault.empty() && found == faults_.end()) throw UsageError("no fault '" + fault + "' in this library");
  set_("fault", std::to_string(fault.empty() ? -1 : found - faults_.begin()).c_str());
}

namespace {

/// Turns options off until the kernel takes the problem.
void drop_refused(const impls::Kernel& kernel, Problem& p) {
  const auto drop = [&](auto change) {
    if (!kernel.supports(p)) change();
  };
  drop([&] { p.dropout = {}; });
  drop([&] { p.out = p.dtype; });
  drop([&] { p.convention.empty_row = EmptyRow::Zero; });
  drop([&] { p.convention.empty_lse = EmptyLse::MinusInfinity; });
  drop([&] { p.convention.lse_base = LseBase::E; });
  drop([&] { p.alibi = p.segments = p.sinks = false; });
  drop([&] { p.softcap.reset(); });
}

}  // namespace

Case emulated_case(const impls::Kernel& kernel, std::uint64_t seed, std::uint64_t index) {
  properties::Draw draw(seed, index);
  properties::CaseLimits limits{.length_max = 80, .head_dim_max = 40, .work_max = 8'000, .dtypes = {"fp16", "bf16"}};
  if (!kernel.supports(plain_problem({}, "fp16"))) limits.dtypes = {"fp32"};
  Case c = properties::random_case(seed, index, limits);
  if (draw.chance(5)) {
    c.problem.extents.head_dim = draw.between(32, 256);
    c.problem.extents.value_dim = draw.chance(50) ? c.problem.extents.head_dim : draw.between(32, 256);
    c.problem.extents.query_length = std::min<std::int64_t>(c.problem.extents.query_length, 5);
    c.problem.extents.batch = 1;
  } else if (draw.chance(30)) {
    c.problem.extents.key_length = draw.pick({7, 8, 9, 15, 16, 17, 24});
    c.problem.extents.query_length = draw.pick({1, 7, 8, 9, 15, 16, 17});
    c.problem.past = std::min(c.problem.past, c.problem.extents.key_length);
  }
  if (c.recipe.layout == "contiguous" && draw.chance(50)) c.recipe.layout = draw.pick({"bthd", "padded", "spread"});
  if (c.recipe.hidden == "none" && draw.chance(50)) c.recipe.hidden = "nan";
  drop_refused(kernel, c.problem);
  validate(c.problem);
  return c;
}

}  // namespace assay::measure
