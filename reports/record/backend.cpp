// SPDX-License-Identifier: Apache-2.0
#include "reports/record/backend.hpp"

#include <algorithm>
#include <array>

#include "reference/model/word_table.hpp"

namespace assay::reports {
namespace {

/// The words of a build text; a blank between double quotes does not end one.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : text) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ' ' && !quoted)
      words.emplace_back();
    else
      words.back() += c;
  }
  std::erase(words, "");
  return words;
}

std::string fact(const std::vector<std::string>& words, const std::string& key) {
  for (const std::string& word : words)
    if (word.size() > key.size() + 1 && word.starts_with(key + "=")) return word.substr(key.size() + 1);
  return "not told";
}

constexpr std::array<Word<BackendKind>, 4> kinds{{{"native", BackendKind::Native},
                                                  {"cuda", BackendKind::Cuda},
                                                  {"emulated", BackendKind::Emulated},
                                                  {"files", BackendKind::Files}}};
static_assert(is_complete(kinds, BackendKind::Files));

BackendKind kind_of(const std::vector<std::string>& words) {
  for (const BackendKind kind : {BackendKind::Cuda, BackendKind::Emulated, BackendKind::Files})
    if (!words.empty() && words.front() == name_of(kind)) return kind;
  return BackendKind::Native;
}

bool is_device_or_emulator(std::string_view word) {
  return word == name_of(BackendKind::Cuda) || word == name_of(BackendKind::Emulated);
}

}  // namespace

std::string_view name_of(BackendKind kind) { return word_of(kind, kinds); }

Backend backend_of(const KernelRecord& kernel, const Environment& environment) {
  const std::vector<std::string> words = words_of(kernel.library.build);
  Backend backend{kind_of(words)};
  const auto tell = [&](const char* key) { backend.facts.emplace_back(key, fact(words, key)); };
  if (backend.kind == BackendKind::Cuda) {
    for (const char* const key : {"device", "driver", "toolkit"}) tell(key);
    backend.facts.emplace_back("date", environment.date.empty() ? "not told" : environment.date);
  } else if (backend.kind == BackendKind::Emulated) {
    for (const char* const key : {"order", "flavour", "model"}) tell(key);
  }
  return backend;
}

std::string label_of(const Backend& backend) {
  std::string facts;
  for (const auto& [key, value] : backend.facts) facts += (facts.empty() ? "" : ", ") + key + " " + value;
  return std::string(name_of(backend.kind)) + (facts.empty() ? "" : " (" + facts + ")");
}

std::map<std::string, Backend> backends_of(const Run& run) {
  std::map<std::string, Backend> backends;
  for (const KernelRecord& kernel : run.kernels) backends.emplace(kernel.name, backend_of(kernel, run.environment));
  return backends;
}

std::string with_backend(const std::string& kernel, const std::map<std::string, Backend>& backends) {
  const auto found = backends.find(kernel);
  if (found == backends.end() || found->second.kind == BackendKind::Native) return kernel;
  return kernel + " (" + std::string(name_of(found->second.kind)) + ")";
}

std::string caveat_of(const KernelRecord& kernel) {
  if (backend_of(kernel, {}).kind != BackendKind::Emulated) return "";
  const std::string unseen =
      "flavour plain: races, bounds and unwritten memory are not looked for, the checked library does; ";
  return "emulated: evidence of logic, not of device numerics, memory order or speed; " +
         (fact(words_of(kernel.library.build), "flavour") == "plain" ? unseen : "") +
         (kernel.device_record.empty() ? "never run on a GPU" : "there is a device record: " + kernel.device_record);
}

std::string device_record_of(const std::string& plugin, const std::vector<DeviceRecord>& records) {
  const DeviceRecord* latest = nullptr;
  for (const DeviceRecord& record : records)
    if (without_backend(std::string(record.kernel)) == without_backend(plugin) &&
        (!latest || record.date > latest->date))
      latest = &record;
  return latest ? std::string(latest->date.substr(0, 10)) + ", " + std::string(latest->device) : "";
}

std::string without_backend(const std::string& kernel) {
  if (kernel.starts_with("fault/")) return kernel;
  std::string name = kernel.substr(kernel.find_last_of('/') + 1);
  if (const std::size_t suffix = name.find(".so"); suffix != std::string::npos) {
    name.resize(suffix);
    if (name.starts_with("lib")) name.erase(0, 3);
  }
  constexpr std::string_view separators = "_-. ";
  std::string kept;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find_first_of(separators, begin), name.size());
    const std::string word = name.substr(begin, end - begin);
    begin = end + 1;
    if (!is_device_or_emulator(word)) {
      kept += (kept.empty() ? "" : "_") + word;
    } else if (!kept.empty()) {
      break;  // what stands behind is the backend's own: an order, a flavour
    }
  }
  return kept.empty() ? name : kept;
}

}  // namespace assay::reports
