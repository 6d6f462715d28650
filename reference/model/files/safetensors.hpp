// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "reference/model/tensor.hpp"

namespace assay {

/// One tensor of a file. Ranks below 4 are right-aligned: shape [5, 7] has extents (1, 1, 5, 7) and rank 2.
struct FileTensor {
  Tensor tensor;
  int rank = 4;
  bool operator==(const FileTensor&) const = default;
};

/// The content of a safetensors file. Format: https://github.com/huggingface/safetensors#format
///
/// F64 F32 F16 BF16 F8_E4M3 F8_E5M2 BOOL and I32 are read and written bit for bit; I64 is read and narrowed to I32.
struct Safetensors {
  std::map<std::string, std::string> metadata;  ///< `__metadata__`
  std::map<std::string, FileTensor> tensors;
  bool operator==(const Safetensors&) const = default;
};

/// Parse a whole file held in memory; `origin` names it in messages. Throws UsageError naming file, tensor and what
/// would be right for anything that is not exactly a safetensors file: truncation, duplicate names, a header beyond
/// the file or above 100 MiB, shapes that overflow, offsets that overlap, leave holes or do not match, trailing
/// bytes, ranks above 4.
Safetensors parse_safetensors(std::span<const std::byte> bytes, const std::string& origin);

/// Throws EnvironmentError when the file cannot be read, UsageError as parse_safetensors().
Safetensors read_safetensors(const std::filesystem::path& path);

/// The bytes of a file: names sorted, data aligned to 8 bytes and contiguous whatever the strides. Equal contents
/// give equal bytes. Throws UsageError for names and metadata that are not UTF-8, and for a tensor of the name
/// `__metadata__`.
std::vector<std::byte> safetensors_bytes(const Safetensors& content);

/// Write beside the target, then rename: an earlier file is replaced whole or not at all. Throws EnvironmentError.
void write_safetensors(const std::filesystem::path& path, const Safetensors& content);

}  // namespace assay
