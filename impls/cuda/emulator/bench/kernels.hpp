// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace assay::emulator {

/// Rounds of one operation by every thread of one block: compiled plain and checked.
struct BenchLaunch {
  unsigned threads;
  int rounds;
};
void bench_barriers(const BenchLaunch& launch);
void bench_shuffles(const BenchLaunch& launch);
void bench_warp_barriers(const BenchLaunch& launch);
/// A read of shared memory by each thread, one a round.
void bench_shared_reads(const BenchLaunch& launch);
void bench_matrix_products(const BenchLaunch& launch);

}  // namespace assay::emulator
