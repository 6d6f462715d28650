// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/checker/line_table.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

namespace assay::emulator {
namespace {

using Bytes = std::span<const std::byte>;

/// Reads forward; beyond the end everything is zero.
class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_(bytes) {}

  bool at_end() const { return at_ >= bytes_.size(); }
  std::size_t position() const { return at_; }
  void skip(std::size_t count) { at_ = std::min(bytes_.size(), at_ + std::min(count, bytes_.size())); }

  template <class T>
  T fixed() {
    T value{};
    if (at_ + sizeof value <= bytes_.size()) std::memcpy(&value, bytes_.data() + at_, sizeof value);
    skip(sizeof value);
    return value;
  }
  std::uint64_t unsigned_leb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !at_end(); shift += 7) {
      const auto byte = fixed<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) break;
    }
    return value;
  }
  std::int64_t signed_leb() {
    std::uint64_t value = 0;
    unsigned shift = 0;
    std::uint8_t byte = 0x80;
    while (byte >= 0x80 && !at_end()) {
      byte = fixed<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fu} << shift;
      shift += 7;
    }
    if (shift < 64 && (byte & 0x40)) value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(value);
  }
  std::string_view text() {
    const char* begin = reinterpret_cast<const char*>(bytes_.data()) + at_;
    const std::size_t length = strnlen(begin, bytes_.size() - at_);
    skip(length + 1);
    return {begin, length};
  }
  Bytes take(std::size_t count) {
    const Bytes taken = bytes_.subspan(at_, std::min(count, bytes_.size() - at_));
    skip(count);
    return taken;
  }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
};

Bytes section(Bytes elf, std::string_view wanted) {
  if (elf.size() < sizeof(Elf64_Ehdr) || std::memcmp(elf.data(), ELFMAG, SELFMAG) != 0) return {};
  const auto header = Reader(elf).fixed<Elf64_Ehdr>();
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shoff >= elf.size()) return {};
  const auto entry = [&](std::size_t n) {
    Reader reader(elf);
    reader.skip(header.e_shoff + n * header.e_shentsize);
    return reader.fixed<Elf64_Shdr>();
  };
  const Elf64_Shdr names = entry(header.e_shstrndx);
  for (std::size_t n = 0; n < header.e_shnum; ++n) {
    const Elf64_Shdr found = entry(n);
    Reader name(elf);
    name.skip(names.sh_offset + found.sh_name);
    if (name.text() != wanted || found.sh_offset > elf.size() || found.sh_size > elf.size() - found.sh_offset) continue;
    return found.sh_flags & SHF_COMPRESSED ? Bytes{} : elf.subspan(found.sh_offset, found.sh_size);
  }
  return {};
}

struct Header {
  std::uint8_t shortest = 1;
  std::int8_t line_base = 0;
  std::uint8_t line_range = 1;
  std::uint8_t first_special = 1;
  std::vector<std::uint8_t> operands;  ///< of standard opcodes
  std::vector<std::string_view> folders{""};
  std::vector<std::string> files{""};
};

Header read_header(Reader& unit, int version) {
  Header h;
  h.shortest = unit.fixed<std::uint8_t>();
  if (version == 4) unit.skip(1);  // operations per instruction
  unit.skip(1);                    // default_is_stmt
  h.line_base = unit.fixed<std::int8_t>();
  h.line_range = std::max<std::uint8_t>(1, unit.fixed<std::uint8_t>());
  h.first_special = unit.fixed<std::uint8_t>();
  for (int n = 1; n < h.first_special; ++n) h.operands.push_back(unit.fixed<std::uint8_t>());
  for (std::string_view folder = unit.text(); !folder.empty(); folder = unit.text()) h.folders.push_back(folder);
  for (std::string_view file = unit.text(); !file.empty(); file = unit.text()) {
    const std::uint64_t folder = unit.unsigned_leb();
    unit.unsigned_leb();  // time of last change
    unit.unsigned_leb();  // size
    const std::string_view in = folder < h.folders.size() ? h.folders[folder] : "";
    h.files.push_back(in.empty() ? std::string(file) : std::string(in) + "/" + std::string(file));
  }
  return h;
}

struct Row {
  std::uint64_t address = 0;
  std::uint64_t file = 1;
  std::int64_t line = 1;
};

/// Runs a unit's line program until a row pair encloses the address.
class Program {
 public:
  Program(const Header& header, Reader code, std::uint64_t wanted) : h_(header), code_(code), wanted_(wanted) {}

  std::optional<Row> run() {
    while (!code_.at_end() && !found_) step();
    return found_;
  }

 private:
  void step() {
    const auto opcode = code_.fixed<std::uint8_t>();
    if (opcode >= h_.first_special) {
      const int adjusted = opcode - h_.first_special;
      now_.address += static_cast<std::uint64_t>(adjusted / h_.line_range) * h_.shortest;
      now_.line += h_.line_base + adjusted % h_.line_range;
      return add_row(false);
    }
    switch (opcode) {
      case 0: return extended();
      case 1: return add_row(false);
      case 2: now_.address += code_.unsigned_leb() * h_.shortest; return;
      case 3: now_.line += code_.signed_leb(); return;
      case 4: now_.file = code_.unsigned_leb(); return;
      case 8:
        now_.address += static_cast<std::uint64_t>((255 - h_.first_special) / h_.line_range) * h_.shortest;
        return;
      case 9: now_.address += code_.fixed<std::uint16_t>(); return;
      default:
        for (int n = 0; n < h_.operands[opcode - 1u]; ++n) code_.unsigned_leb();
    }
  }

  void extended() {
    const std::uint64_t length = code_.unsigned_leb();
    Reader operand(code_.take(length));
    const auto opcode = operand.fixed<std::uint8_t>();
    if (opcode == 1) add_row(true);
    if (opcode == 2) begin_ = now_.address = operand.fixed<std::uint64_t>();
  }

  void add_row(bool ends) {
    // Code of no section that was kept begins at zero.
    const bool kept = begin_ != 0;
    if (any_ && kept && last_.address <= wanted_ && wanted_ < now_.address) found_ = last_;
    if (ends) {
      now_ = last_ = Row{};
      any_ = false;
      return;
    }
    const Row before = last_;
    last_ = now_;
    if (now_.line == 0 && any_) {  // code that no line is to blame for: the line before is the best that can be said
      last_.file = before.file;
      last_.line = before.line;
    }
    any_ = true;
  }

  const Header& h_;
  Reader code_;
  std::uint64_t wanted_;
  std::uint64_t begin_ = 0;  ///< of the sequence
  Row now_;
  Row last_;
  bool any_ = false;
  std::optional<Row> found_;
};

std::optional<Line> find_in_unit(Bytes bytes, std::uint64_t address) {
  Reader unit(bytes);
  const auto version = unit.fixed<std::uint16_t>();
  if (version < 2 || version > 4) return {};
  const auto header_bytes = unit.fixed<std::uint32_t>();
  Reader code(bytes);
  code.skip(unit.position() + header_bytes);
  const Header header = read_header(unit, version);
  const std::optional<Row> row = Program(header, code, address).run();
  if (!row || row->file >= header.files.size() || row->line <= 0) return {};
  return Line{header.files[row->file], static_cast<unsigned>(row->line)};
}

}  // namespace

std::optional<Line> find_line(Bytes elf, std::uint64_t address) {
  Reader lines(section(elf, ".debug_line"));
  while (!lines.at_end()) {
    const auto length = lines.fixed<std::uint32_t>();
    if (length >= 0xfffffff0u) return {};  // 64-bit DWARF
    if (const auto line = find_in_unit(lines.take(length), address)) return line;
  }
  return {};
}

}  // namespace assay::emulator
