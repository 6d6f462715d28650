// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "reference/model/inputs.hpp"

namespace assay {

/// How the tensors with a feature axis (query key value out) lie in a file. All others keep the model's own order.
enum class FileLayout {
  Bhtd,  ///< (batch, heads, length, features)
  Bthd,  ///< (batch, length, heads, features); read as a strided view of the same bytes, not as a copy in another
         ///< order
};
std::string_view to_text(FileLayout layout);

/// A call given as data: anybody's tensors in a safetensors file.
///
/// `__metadata__` must hold `problem` (a problem line) and may hold `layout` (bhtd, the default, or bthd) and
/// `dropout_seed`; the rest is carried along. Tensors are named as in tensor_names(), expected outputs `out` and
/// `lse`. Query, key, value and out have rank 4; others may leave out axes of extent 1, so key_lengths of shape
/// (batch) and lse of (batch, heads, length) are accepted.
struct CaseFile {
  Problem problem;
  Inputs inputs;
  FileLayout layout = FileLayout::Bhtd;
  std::optional<Tensor> out;  ///< expected, where the file has it
  std::optional<Tensor> lse;
  std::map<std::string, std::string> metadata;  ///< without problem, layout and dropout_seed
  bool operator==(const CaseFile&) const = default;
};

/// Throws EnvironmentError for a missing file; UsageError naming file and tensor (or metadata key) for anything
/// missing, superfluous, of another type or of other extents than the problem asks for, and what would be right.
CaseFile load_case_file(const std::filesystem::path& path);
void save_case_file(const std::filesystem::path& path, const CaseFile& file);

/// Outputs of a call alone, and what else the metadata of their file says.
struct OutputsFile {
  Outputs outputs;
  std::map<std::string, std::string> metadata;  ///< without problem and layout
  bool operator==(const OutputsFile&) const = default;
};

/// Saving adds the problem line that they answer. Loading throws EnvironmentError for a missing file; UsageError when
/// the file names another problem, or an output is missing, superfluous, of another type or of other extents than the
/// problem asks for.
void save_outputs(const std::filesystem::path& path, const Problem& problem, const OutputsFile& file);
OutputsFile load_outputs(const std::filesystem::path& path, const Problem& problem);

}  // namespace assay
