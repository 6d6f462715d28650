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
/// What every library that contains the emulator exports, so that a result of it is never labelled as anything else:
/// build_text() without the compiler.
extern "C" __attribute__((visibility("default"))) const char* assay_emulated_build();

/// The checker in a library that contains it, null in others.
Observer* checker();

#if defined(__clang__)
#define ASSAY_SIMT_COMPILER "clang++-" __clang_version__
#else
#define ASSAY_SIMT_COMPILER "g++-" __VERSION__
#endif
/// Order, seed and model of the launches of this library: linear and fp32 unless somebody sets them.
Launch& library_settings();
/// These, with the checker.
Launch library_launch(const char* host_compiler = ASSAY_SIMT_COMPILER);

template <class Parameters>
struct Body {
  void (*kernel)(Parameters);
  const Parameters* parameters;
  /// Not looked at: parameters are the host's until the kernel has its copy.
  __attribute__((no_sanitize("thread"))) static void call(const void* context) {
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
