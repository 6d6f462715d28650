// SPDX-License-Identifier: Apache-2.0
// Compiled once for each emulated library: in which order its threads run, and how a test that has loaded it sets that
// and plants a fault. -DASSAY_LIBRARY_ORDER=Reverse, -DASSAY_LIBRARY_MODEL=Hopper.
#include <cstdlib>
#include <cstring>

#include "impls/cuda/simt/simt.hpp"

#if !defined(ASSAY_LIBRARY_ORDER)
#define ASSAY_LIBRARY_ORDER Linear
#endif
#if !defined(ASSAY_LIBRARY_MODEL)
#define ASSAY_LIBRARY_MODEL Fp32Fma
#endif

namespace {

using assay::emulator::DotModel;
using assay::emulator::Order;

[[maybe_unused]] const bool is_set = [] {
  assay::emulator::library_settings().order = Order::ASSAY_LIBRARY_ORDER;
  assay::emulator::library_settings().model = DotModel::ASSAY_LIBRARY_MODEL;
  return true;
}();

template <class Word>
bool set_word(Word& word, const char* value, std::initializer_list<Word> words) {
  for (const Word one : words)
    if (std::strcmp(value, to_text(one)) == 0) {
      word = one;
      return true;
    }
  return false;
}

}  // namespace

/// order=linear|reverse|random, seed=N, model=fp32-fma|..., fault=N of the zoo's names, -1 for none. Whether it is
/// known.
extern "C" __attribute__((visibility("default"))) bool assay_emulator_set(const char* key, const char* value) {
  assay::emulator::Launch& settings = assay::emulator::library_settings();
  if (std::strcmp(key, "order") == 0)
    return set_word(settings.order, value, {Order::Linear, Order::Reverse, Order::Random});
  if (std::strcmp(key, "model") == 0)
    return set_word(settings.model, value, {DotModel::Fp32Fma, DotModel::Volta, DotModel::Ampere, DotModel::Hopper});
  if (std::strcmp(key, "seed") == 0)
    settings.seed = std::strtoull(value, nullptr, 10);
  else if (std::strcmp(key, "fault") == 0)
    assay::emulator::planted_fault() = static_cast<int>(std::strtol(value, nullptr, 10));
  else
    return false;
  return true;
}
