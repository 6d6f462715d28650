// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "impls/cuda/emulator/dot_model.hpp"
#include "impls/cuda/emulator/report.hpp"
#include "impls/cuda/emulator/spelling.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// In which order threads that could run do so. A right kernel gives the same bits in all.
enum class Order { Linear, Reverse, Random };
const char* to_text(Order order);

class Observer;

/// A launch with its kernel and parameters behind `body`, called once a thread.
struct Launch {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  Order order = Order::Linear;
  std::uint64_t seed = 1;              ///< of the random order
  DotModel model = DotModel::Fp32Fma;  ///< what tensor cores compute
  Observer* observer = nullptr;        ///< the checker, in that flavour
  const char* host_compiler = "";
  void (*body)(const void* context) = nullptr;
  const void* context = nullptr;
};

/// Runs every block to its end or to the first finding after which nothing could be said any more. Blocks run one after
/// another, each block's threads as fibers of the calling thread; concurrent calls wait for each other.
Outcome run(const Launch& launch);

/// Of the launch that ended last in this library.
const Outcome& last_outcome();

/// Order, flavour, model and compiler of a launch's settings.
std::string build_text(const Launch& settings);

/// The checker of the flavour `checked`; linked there only.
Observer* checker();

/// What this library was built for: -DASSAY_SIMT_ORDER=Reverse -DASSAY_SIMT_SEED=7 -DASSAY_SIMT_CHECKED
/// -DASSAY_SIMT_MODEL=Hopper, in the kernel's unit.
#if !defined(ASSAY_SIMT_MODEL)
#define ASSAY_SIMT_MODEL Fp32Fma
#endif
#if !defined(ASSAY_SIMT_ORDER)
#define ASSAY_SIMT_ORDER Linear
#endif
#if !defined(ASSAY_SIMT_SEED)
#define ASSAY_SIMT_SEED 1
#endif
#if defined(__clang__)
#define ASSAY_SIMT_COMPILER "clang++-" __clang_version__
#else
#define ASSAY_SIMT_COMPILER "g++-" __VERSION__
#endif
inline Launch library_launch() {
  Launch launch;
  launch.order = Order::ASSAY_SIMT_ORDER;
  launch.seed = ASSAY_SIMT_SEED;
  launch.model = DotModel::ASSAY_SIMT_MODEL;
  launch.host_compiler = ASSAY_SIMT_COMPILER;
#if defined(ASSAY_SIMT_CHECKED)
  launch.observer = checker();
#endif
  return launch;
}

template <class Parameters>
struct Body {
  void (*kernel)(Parameters);
  const Parameters* parameters;
  static void call(const void* context) {
    const auto& body = *static_cast<const Body*>(context);
    body.kernel(*body.parameters);
  }
};

/// A launch in an order, with a seed and so on of one's own: `settings` as library_launch() gives them, changed.
template <class Parameters>
Outcome run(Launch settings, void (*kernel)(Parameters), dim3 grid, dim3 block, std::size_t shared_bytes,
            const std::type_identity_t<Parameters>& parameters) {
  const Body<Parameters> body{kernel, &parameters};
  settings.grid = grid;
  settings.block = block;
  settings.shared_bytes = shared_bytes;
  settings.body = &Body<Parameters>::call;
  settings.context = &body;
  return run(settings);
}

}  // namespace assay::emulator

namespace assay::simt {

inline constexpr bool emulated = true;

/// Runs the kernel to its end. Empty, or one line: why it could not be launched or what it did wrong.
template <class Parameters>
std::string launch(void (*kernel)(Parameters), dim3 grid, dim3 block, std::size_t shared_bytes,
                   [[maybe_unused]] void* stream, const std::type_identity_t<Parameters>& parameters) {
  return emulator::run(emulator::library_launch(), kernel, grid, block, shared_bytes, parameters).text();
}

/// What this library was built for: "emulated order=linear flavour=plain model=fp32-fma g++-12.2".
inline const char* build_text() {
  static const std::string text = emulator::build_text(emulator::library_launch());
  return text.c_str();
}

}  // namespace assay::simt
#pragma GCC visibility pop
