// SPDX-License-Identifier: Apache-2.0
#include "reference/model/files/case_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "reference/model/files/safetensors.hpp"
#include "reference/model/case/older_lines.hpp"

namespace assay {
namespace {

const std::map<std::string, FileLayout> layouts_by_name{{"bhtd", FileLayout::Bhtd}, {"bthd", FileLayout::Bthd}};

bool has_features(const std::string& name) {
  return name == "query" || name == "key" || name == "value" || name == "out";
}

std::optional<TensorSpec> spec_of(const Problem& problem, const std::string& name) {
  if (name == "out") return TensorSpec{ElementType::of(problem.out), output_extents(problem)};
  if (name != "lse") return tensor_spec(problem, name);
  if (!problem.lse) return std::nullopt;
  return TensorSpec{ElementType::of(lse_format(problem)), lse_extents(problem)};
}

/// Length and heads exchanged.
Index4 exchanged(const Index4& index) { return {index[0], index[2], index[1], index[3]}; }

std::vector<std::int64_t> without_ones(const Index4& extents) {
  std::vector<std::int64_t> kept;
  std::copy_if(extents.begin(), extents.end(), std::back_inserter(kept),
               [](std::int64_t extent) { return extent != 1; });
  return kept;
}

/// The same bytes under other extents and strides that reach as far.
Tensor reread(const Tensor& dense, const Index4& extents, const Index4& strides) {
  Tensor view(dense.type(), extents, strides);
  ASSAY_ASSERT(view.storage_bytes() == dense.storage_bytes());
  if (view.storage_bytes() != 0) std::memcpy(view.bytes(), dense.bytes(), view.storage_bytes());
  return view;
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : origin_(path.string()), content_(read_safetensors(path)) {}

  [[noreturn]] void refuse(const std::string& what) const { throw UsageError(origin_ + ": " + what); }

  std::optional<std::string> take_metadata(const std::string& key) {
    const auto found = content_.metadata.find(key);
    if (found == content_.metadata.end()) return std::nullopt;
    const std::string value = found->second;
    content_.metadata.erase(found);
    return value;
  }

  std::optional<Problem> problem() {
    const auto line = take_metadata("problem");
    if (!line) return std::nullopt;
    try {
      return parse_problem(in_present_words(*line));
    } catch (const UsageError& error) {
      refuse(std::string("__metadata__ 'problem': ") + error.what());
    }
  }

  Problem required_problem() {
    if (auto found = problem()) return *found;
    refuse("__metadata__ has no 'problem'; it must hold the problem line, e.g. \"b=2 ... dtype=fp32\"");
  }

  FileLayout layout() {
    const std::string name = take_metadata("layout").value_or("bhtd");
    const auto found = layouts_by_name.find(name);
    if (found == layouts_by_name.end()) refuse("__metadata__ 'layout' is '" + name + "'; it must be bhtd or bthd");
    return found->second;
  }

  std::uint64_t dropout_seed() {
    const std::string text = take_metadata("dropout_seed").value_or("0");
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error != std::errc() || end != text.data() + text.size())
      refuse("__metadata__ 'dropout_seed' is '" + text + "'; it must be a non-negative integer below 2^64");
    return seed;
  }

  /// The tensor in the model's order, or nullopt if the file has none of that name.
  std::optional<Tensor> take(const std::string& name, const TensorSpec& spec, FileLayout layout) {
    const auto found = content_.tensors.find(name);
    if (found == content_.tensors.end()) return std::nullopt;
    const FileTensor file = std::move(found->second);
    content_.tensors.erase(found);
    const bool exchange = has_features(name) && layout == FileLayout::Bthd;
    const Index4 expected = exchange ? exchanged(spec.extents) : spec.extents;
    check(name, file, spec.type, expected);
    if (exchange) return reread(file.tensor, spec.extents, exchanged(contiguous_strides(expected)));
    return reread(file.tensor, expected, contiguous_strides(expected));
  }

  Tensor take_required(const std::string& name, const TensorSpec& spec, FileLayout layout) {
    auto tensor = take(name, spec, layout);
    if (!tensor)
      refuse("tensor '" + name + "' is missing; the problem needs " + std::string(spec.type.name()) + " " +
             to_text(spec.extents));
    return std::move(*tensor);
  }

  /// What nobody took is an error: a tensor that is silently ignored is a mask that is silently not applied.
  void check_nothing_left(const Problem& problem, const std::string& known) const {
    if (content_.tensors.empty()) return;
    const std::string& name = content_.tensors.begin()->first;
    const auto& names = tensor_names();
    if (name == "lse" || std::find(names.begin(), names.end(), name) != names.end())
      refuse("tensor '" + name + "' is there, but the problem line does not ask for it: " + to_text(problem));
    refuse("tensor '" + name + "' is unknown; known: " + known);
  }

  std::map<std::string, std::string> rest() { return std::move(content_.metadata); }

 private:
  void check(const std::string& name, const FileTensor& file, const ElementType& type, const Index4& expected) const {
    const Index4& extents = file.tensor.extents();
    const bool fits = extents == expected ||
                      (file.rank < 4 && !has_features(name) && without_ones(extents) == without_ones(expected));
    if (fits && file.tensor.type() == type && (file.rank == 4 || !has_features(name))) return;
    refuse("tensor '" + name + "' is " + std::string(file.tensor.type().name()) + " " + to_text(extents) + " of rank " +
           std::to_string(file.rank) + "; the problem needs " + std::string(type.name()) + " " + to_text(expected) +
           (has_features(name) ? " of rank 4" : ""));
  }

  std::string origin_;
  Safetensors content_;
};

std::string known_names() {
  std::string known;
  for (const std::string& name : tensor_names()) known += name + " ";
  return known + "out lse";
}

void put(Safetensors& content, const std::string& name, const Tensor& tensor, FileLayout layout) {
  if (layout == FileLayout::Bhtd || !has_features(name)) {
    content.tensors[name] = {tensor, 4};
    return;
  }
  Tensor turned(tensor.type(), exchanged(tensor.extents()));
  for_each_index(tensor.extents(), [&](const Index4& index) { turned.set_bits(exchanged(index), tensor.bits(index)); });
  content.tensors[name] = {std::move(turned), 4};
}

}  // namespace

std::string_view to_text(FileLayout layout) { return layout == FileLayout::Bhtd ? "bhtd" : "bthd"; }

CaseFile load_case_file(const std::filesystem::path& path) {
  Reader reader(path);
  CaseFile file;
  file.problem = reader.required_problem();
  file.layout = reader.layout();
  file.inputs.dropout_seed = reader.dropout_seed();
  for (const std::string& name : tensor_names())
    if (const auto spec = spec_of(file.problem, name))
      set_tensor(file.inputs, name, reader.take_required(name, *spec, file.layout));
  file.out = reader.take("out", *spec_of(file.problem, "out"), file.layout);
  if (const auto spec = spec_of(file.problem, "lse")) file.lse = reader.take("lse", *spec, file.layout);
  reader.check_nothing_left(file.problem, known_names());
  try {
    check_inputs(file.problem, file.inputs);
  } catch (const UsageError& error) {
    reader.refuse(error.what());
  }
  file.metadata = reader.rest();
  return file;
}

void save_case_file(const std::filesystem::path& path, const CaseFile& file) {
  check_inputs(file.problem, file.inputs);
  Safetensors content;
  content.metadata = file.metadata;
  content.metadata["problem"] = to_text(file.problem);
  content.metadata["layout"] = to_text(file.layout);
  if (file.inputs.dropout_seed != 0) content.metadata["dropout_seed"] = std::to_string(file.inputs.dropout_seed);
  for_each_tensor(file.inputs,
                  [&](const std::string& name, const Tensor& tensor) { put(content, name, tensor, file.layout); });
  if (file.out) put(content, "out", *file.out, file.layout);
  if (file.lse) put(content, "lse", *file.lse, file.layout);
  write_safetensors(path, content);
}

void save_outputs(const std::filesystem::path& path, const Problem& problem, const OutputsFile& file) {
  Safetensors content;
  content.metadata = file.metadata;
  content.metadata["problem"] = to_text(problem);
  put(content, "out", file.outputs.out, FileLayout::Bhtd);
  if (file.outputs.lse) put(content, "lse", *file.outputs.lse, FileLayout::Bhtd);
  write_safetensors(path, content);
}

OutputsFile load_outputs(const std::filesystem::path& path, const Problem& problem) {
  Reader reader(path);
  const std::optional<Problem> answered = reader.problem();
  if (answered && *answered != problem)
    reader.refuse("answers the problem \"" + to_text(*answered) + "\"; asked was \"" + to_text(problem) + "\"");
  const FileLayout layout = reader.layout();
  OutputsFile file{{reader.take_required("out", *spec_of(problem, "out"), layout), {}, {}}, {}};
  if (const auto spec = spec_of(problem, "lse")) file.outputs.lse = reader.take_required("lse", *spec, layout);
  reader.check_nothing_left(problem, "out lse");
  file.metadata = reader.rest();
  return file;
}

}  // namespace assay
