// SPDX-License-Identifier: Apache-2.0
#include "reference/model/files/safetensors.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <limits>
#include <utility>

#include "reference/model/files/safetensors_header.hpp"

namespace assay {
namespace {

static_assert(std::endian::native == std::endian::little,
              "safetensors data is little-endian and is copied as it stands");

constexpr std::uint64_t header_length_max = 100 << 20;
constexpr std::size_t prefix_bytes = 8;

struct FileType {
  std::string_view name;
  std::size_t bytes;
  ElementType type;
};

/// Writing picks the first entry of a type, so I32 stands before I64.
const std::vector<FileType>& file_types() {
  const auto of = [](std::string_view name) { return ElementType::of(dtype(name)); };
  static const std::vector<FileType> list{{"F64", 8, of("fp64")},
                                          {"F32", 4, of("fp32")},
                                          {"F16", 2, of("fp16")},
                                          {"BF16", 2, of("bf16")},
                                          {"F8_E4M3", 1, of("e4m3")},
                                          {"F8_E5M2", 1, of("e5m2")},
                                          {"BOOL", 1, ElementType::boolean()},
                                          {"I32", 4, ElementType::int32()},
                                          {"I64", 8, ElementType::int32()}};
  return list;
}

/// Throws for one file.
struct Refuse {
  const std::string& origin;
  [[noreturn]] void operator()(const std::string& what) const { throw UsageError(origin + ": " + what); }
  [[noreturn]] void operator()(const HeaderEntry& entry, const std::string& what) const {
    (*this)("tensor " + printable(entry.name) + ": " + what);
  }
};

std::string_view header_text(std::span<const std::byte> bytes, const Refuse& refuse) {
  if (bytes.size() < prefix_bytes)
    refuse("truncated: " + std::to_string(bytes.size()) + " bytes; the header length alone takes 8");
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), prefix_bytes);
  if (length > header_length_max)
    refuse("header length " + std::to_string(length) + " is above the limit of 100 MiB; not a safetensors file?");
  if (length > bytes.size() - prefix_bytes)
    refuse("truncated: the header takes " + std::to_string(length) + " bytes, " +
           std::to_string(bytes.size() - prefix_bytes) + " follow its length");
  return {reinterpret_cast<const char*>(bytes.data()) + prefix_bytes, static_cast<std::size_t>(length)};
}

const FileType& file_type(const HeaderEntry& entry, const Refuse& refuse) {
  std::string known;
  for (const FileType& type : file_types()) {
    if (type.name == entry.dtype) return type;
    known += " " + std::string(type.name);
  }
  refuse(entry, "unknown dtype " + printable(entry.dtype) + "; known:" + known);
}

std::string shape_text(const HeaderEntry& entry) {
  std::string text = "[";
  for (std::size_t axis = 0; axis < entry.shape.size(); ++axis)
    text += (axis ? ", " : "") + std::to_string(entry.shape[axis]);
  return text + "]";
}

/// Right-aligned extents. The product of the non-zero ones stays below 2^63 / 8, so strides and byte counts cannot
/// overflow.
Index4 file_extents(const HeaderEntry& entry, const Refuse& refuse) {
  if (entry.shape.size() > 4)
    refuse(entry, "rank " + std::to_string(entry.shape.size()) + "; ranks up to 4 are supported");
  Index4 extents{1, 1, 1, 1};
  std::uint64_t bytes = 8;
  for (std::size_t axis = 0; axis < entry.shape.size(); ++axis) {
    const std::uint64_t extent = entry.shape[axis];
    if (__builtin_mul_overflow(bytes, std::max<std::uint64_t>(extent, 1), &bytes) ||
        bytes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      refuse(entry, "shape " + shape_text(entry) + " overflows 64 bits");
    extents[4 - entry.shape.size() + axis] = static_cast<std::int64_t>(extent);
  }
  return extents;
}

void check_size(const HeaderEntry& entry, const FileType& type, const Index4& extents, const Refuse& refuse) {
  const std::uint64_t begin = entry.offsets[0], end = entry.offsets[1];
  if (end < begin)
    refuse(entry, "data_offsets [" + std::to_string(begin) + ", " + std::to_string(end) + "] end before they begin");
  const std::uint64_t need = static_cast<std::uint64_t>(extents[0] * extents[1] * extents[2] * extents[3]) * type.bytes;
  if (end - begin != need)
    refuse(entry, std::string(type.name) + " of shape " + shape_text(entry) + " takes " + std::to_string(need) +
                      " bytes, data_offsets [" + std::to_string(begin) + ", " + std::to_string(end) + "] give " +
                      std::to_string(end - begin));
}

/// The pieces must follow one another without hole or overlap and fill the data exactly, as the format demands.
void check_cover(std::vector<const HeaderEntry*> entries, std::uint64_t data_bytes, const Refuse& refuse) {
  std::sort(entries.begin(), entries.end(), [](auto* a, auto* b) { return a->offsets < b->offsets; });
  std::uint64_t covered = 0;
  for (const HeaderEntry* entry : entries) {
    const std::uint64_t begin = entry->offsets[0];
    if (begin != covered)
      refuse(*entry, "data begins at " + std::to_string(begin) +
                         (begin < covered ? ", overlapping" : ", leaving a hole after") +
                         " the tensors before it, which end at " + std::to_string(covered));
    covered = entry->offsets[1];
    if (covered > data_bytes)
      refuse(*entry, "data ends at " + std::to_string(covered) + ", the file holds " + std::to_string(data_bytes) +
                         " bytes of data; truncated?");
  }
  if (covered != data_bytes)
    refuse(std::to_string(data_bytes - covered) + " trailing bytes after the last tensor; there may be none");
}

Tensor narrow(const HeaderEntry& entry, const Index4& extents, const std::byte* data, const Refuse& refuse) {
  Tensor tensor(ElementType::int32(), extents);
  for (std::int64_t n = 0; n < tensor.size(); ++n) {
    std::int64_t value = 0;
    std::memcpy(&value, data + n * 8, 8);
    if (!std::in_range<std::int32_t>(value))
      refuse(entry,
             "element " + std::to_string(n) + " is " + std::to_string(value) + "; I64 is read where it fits 32 bits");
    const auto narrowed = static_cast<std::int32_t>(value);
    std::memcpy(tensor.bytes() + n * 4, &narrowed, 4);
  }
  return tensor;
}

FileTensor load(const HeaderEntry& entry, const FileType& type, std::span<const std::byte> data, const Refuse& refuse) {
  const Index4 extents = file_extents(entry, refuse);
  const std::byte* begin = data.data() + entry.offsets[0];
  const int rank = static_cast<int>(entry.shape.size());
  if (type.name == "I64") return {narrow(entry, extents, begin, refuse), rank};
  Tensor tensor(type.type, extents);
  if (tensor.storage_bytes() != 0) std::memcpy(tensor.bytes(), begin, tensor.storage_bytes());
  if (type.type.kind == ElementType::Kind::Bool)
    for (std::size_t n = 0; n < tensor.storage_bytes(); ++n)
      if (tensor.bytes()[n] > std::byte{1})
        refuse(entry, "element " + std::to_string(n) + " is " +
                          std::to_string(std::to_integer<int>(tensor.bytes()[n])) + "; a BOOL is 0 or 1");
  return {std::move(tensor), rank};
}

HeaderEntry describe(const std::string& name, const FileTensor& file) {
  ASSAY_ASSERT(file.rank >= 0 && file.rank <= 4);
  HeaderEntry entry{.name = name, .dtype = {}, .shape = {}, .offsets = {}};
  for (const FileType& type : file_types())
    if (entry.dtype.empty() && type.type == file.tensor.type()) entry.dtype = type.name;
  ASSAY_ASSERT(!entry.dtype.empty());
  for (int axis = 0; axis < 4; ++axis) {
    const std::int64_t extent = file.tensor.extents()[static_cast<std::size_t>(axis)];
    if (axis >= 4 - file.rank)
      entry.shape.push_back(static_cast<std::uint64_t>(extent));
    else
      ASSAY_ASSERT(extent == 1);
  }
  return entry;
}

}  // namespace

Safetensors parse_safetensors(std::span<const std::byte> bytes, const std::string& origin) {
  const Refuse refuse{origin};
  const std::string_view text = header_text(bytes, refuse);
  const std::span<const std::byte> data = bytes.subspan(prefix_bytes + text.size());
  Header header = parse_header(text, origin);
  std::vector<const HeaderEntry*> entries;
  for (const HeaderEntry& entry : header.entries) {
    check_size(entry, file_type(entry, refuse), file_extents(entry, refuse), refuse);
    entries.push_back(&entry);
  }
  check_cover(entries, data.size(), refuse);
  Safetensors content;
  content.metadata = std::move(header.metadata);
  for (const HeaderEntry& entry : header.entries)
    content.tensors.emplace(entry.name, load(entry, file_type(entry, refuse), data, refuse));
  return content;
}

Safetensors read_safetensors(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw EnvironmentError(path.string() + ": it is a directory; expected a safetensors file");
  if (!std::filesystem::is_regular_file(path, error))
    throw EnvironmentError(path.string() + ": no such file; expected a safetensors file");
  std::ifstream file(path, std::ios::binary);
  std::vector<std::byte> bytes(static_cast<std::size_t>(std::filesystem::file_size(path, error)));
  if (!file || error || !file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())))
    throw EnvironmentError(path.string() + ": cannot be read");
  return parse_safetensors(bytes, path.string());
}

std::vector<std::byte> safetensors_bytes(const Safetensors& content) {
  Header header{.metadata = content.metadata, .entries = {}};
  std::vector<std::byte> data;
  for (const auto& [name, file] : content.tensors) {
    const Tensor dense = file.tensor.contiguous();
    HeaderEntry entry = describe(name, file);
    entry.offsets = {data.size(), data.size() + dense.storage_bytes()};
    data.insert(data.end(), dense.bytes(), dense.bytes() + dense.storage_bytes());
    header.entries.push_back(std::move(entry));
  }
  std::string text = print_header(header);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = text.size();
  std::vector<std::byte> bytes(prefix_bytes + text.size() + data.size());
  std::memcpy(bytes.data(), &length, prefix_bytes);
  std::memcpy(bytes.data() + prefix_bytes, text.data(), text.size());
  std::copy(data.begin(), data.end(), bytes.begin() + static_cast<std::ptrdiff_t>(prefix_bytes + text.size()));
  return bytes;
}

void write_safetensors(const std::filesystem::path& path, const Safetensors& content) {
  const std::vector<std::byte> bytes = safetensors_bytes(content);
  std::filesystem::path temporary = path;
  temporary += "." + std::to_string(::getpid()) + ".partial";
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(temporary, path, error);
  if (file && !error) return;
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  throw EnvironmentError(path.string() + ": cannot be written; an earlier file of that name is as it was");
}

}  // namespace assay
