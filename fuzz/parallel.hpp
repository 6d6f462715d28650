// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace assay::fuzz {

/// The hardware's threads, at least one.
int hardware_threads();

/// Calls work(0), ..., work(count - 1), each once. At most `threads` calls run at the same time (less than one counts
/// as one); they begin in rising order, and the calling thread takes part. An exception of a call reaches the caller
/// once the calls that run have ended; none begins after it. A parallel loop inside of work() stays on these threads.
void for_each_in_parallel(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

}  // namespace assay::fuzz
