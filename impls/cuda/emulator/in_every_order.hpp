// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "impls/cuda/emulator/launch.hpp"

namespace assay::emulator {

/// For tests: calls `check` with the outcome of the kernel in each order, the random one with several seeds.
template <class Parameters, class Check>
void in_every_order(void (*kernel)(Parameters), dim3 grid, dim3 block, std::size_t shared_bytes,
                    const std::type_identity_t<Parameters>& parameters, Check check) {
  for (const Order order : {Order::Linear, Order::Reverse, Order::Random})
    for (std::uint64_t seed = 1; seed <= (order == Order::Random ? 5u : 1u); ++seed) {
      Launch settings = library_launch();
      settings.order = order;
      settings.seed = seed;
      check(run(settings, kernel, grid, block, shared_bytes, parameters));
    }
}

}  // namespace assay::emulator
