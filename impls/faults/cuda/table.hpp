// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "impls/fault.hpp"

namespace assay::impls::cuda_faults {

/// One fault of an emulated kernel, by its name in the kernel's list.
struct Row {
  const char* name;
  const char* broken;
  std::vector<std::string> killers;  ///< "reference" or kinds of emulator report
  const char* bug_class;
  const char* source;
};

// Public reports of the same failure, and what CUDA documents.
inline constexpr const char* shared_indices = "https://github.com/paiml/realizar/issues/32";
inline constexpr const char* left_over = "https://github.com/pytorch/pytorch/pull/169222";
inline constexpr const char* queries_past_end = "https://github.com/ggml-org/llama.cpp/pull/7904";
inline constexpr const char* outputs_past_end = "https://github.com/Dao-AILab/flash-attention/issues/20";
inline constexpr const char* splits = "https://github.com/sgl-project/sglang/issues/2465";
inline constexpr const char* barriers =
    "https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#synchronization-functions";
inline constexpr const char* shuffles =
    "https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#warp-shuffle-functions";
inline constexpr const char* copies =
    "https://docs.nvidia.com/cuda/parallel-thread-execution/"
    "index.html#data-movement-and-conversion-instructions-cp-async";
inline constexpr const char* matrices =
    "https://docs.nvidia.com/cuda/parallel-thread-execution/index.html#warp-level-matrix-fragment-mma-16816-float";

// What several kernels can have planted, word for word.
inline Row half_the_lanes() {
  return {"half_the_lanes", "a shuffle by 32 lanes names 16 in its mask", {"shuffle mask"}, "RACE", shuffles};
}
inline Row causal_off_by_one() {
  return {"causal_off_by_one",
          "the key behind the query's own is visible",
          {"reference"},
          "CAUSAL-OFF",
          "https://github.com/huggingface/transformers/issues/39408"};
}
inline Row tail_unmasked() {
  return {"tail_unmasked",
          "keys behind the last one count with score 0",
          {"reference"},
          "TAIL",
          "https://github.com/flashinfer-ai/flashinfer/pull/5090"};
}
inline Row output_tail_written() {
  return {"output_tail_written",
          "outputs behind the last one are written",
          {"global out of bounds"},
          "OOB",
          outputs_past_end};
}
inline Row no_rescale() {
  return {"no_rescale",
          "sums of earlier tiles are not rescaled when the maximum rises",
          {"reference"},
          "ONLINE",
          "https://github.com/paiml/aprender/issues/2706"};
}
inline Row warp_returns_early() {
  return {"early_return",
          "a warp without queries returns before the barriers",
          {"exited before barrier"},
          "RACE",
          barriers};
}
inline Row threads_return_early() {
  return {
      "early_return", "threads without a key return before the barriers", {"exited before barrier"}, "RACE", barriers};
}

inline std::vector<Fault> faults_of(const std::string& library, const std::vector<Row>& rows) {
  std::vector<Fault> faults;
  for (const Row& row : rows) {
    Fault fault;
    fault.broken = row.broken;
    fault.source = row.source;
    fault.honest_twin = library;
    fault.killers = row.killers;
    fault.bug_class = row.bug_class;
    fault.library = library;
    fault.planted = row.name;
    faults.push_back(fault);
  }
  return faults;
}

}  // namespace assay::impls::cuda_faults
