// SPDX-License-Identifier: Apache-2.0
#pragma once

// The emulator's body of the compatibility header: CUDA's words for a host compiler, one concept a file.
#include "impls/cuda/emulator/async_copy.hpp"
#include "impls/cuda/emulator/atomics.hpp"
#include "impls/cuda/emulator/barriers.hpp"
#include "impls/cuda/emulator/global_tensor.hpp"
#include "impls/cuda/emulator/half.hpp"
#include "impls/cuda/emulator/launch.hpp"
#include "impls/cuda/emulator/math.hpp"
#include "impls/cuda/emulator/mma.hpp"
#include "impls/cuda/emulator/planted.hpp"
#include "impls/cuda/emulator/refused.hpp"
#include "impls/cuda/emulator/shared_carve.hpp"
#include "impls/cuda/emulator/spelling.hpp"
#include "impls/cuda/emulator/warp.hpp"
#include "impls/cuda/emulator/words.hpp"
