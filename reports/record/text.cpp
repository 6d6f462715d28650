// SPDX-License-Identifier: Apache-2.0
#include "reports/record/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace assay::reports {
namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;  // 0: the bytes here are not UTF-8
};

CodePoint decode_utf8(std::string_view text) {
  const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(text[n]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
  std::uint32_t value = lead & (0x7fu >> length);
  for (std::size_t n = 1; n < length; ++n) {
    if ((byte(n) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte(n) & 0x3fu);
  }
  constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < smallest[length] || value > 0x10ffff || surrogate) return {};
  return {value, length};
}

// Control characters of both blocks, what XML 1.0 refuses, and what could turn a terminal line around.
bool is_harmful(std::uint32_t c) {
  const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
  const bool nonchar = (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
  const bool turning = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x2028 || c == 0x2029;
  return control || nonchar || turning;
}

std::string hexadecimal(const char* form, std::uint32_t value) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, form, static_cast<unsigned>(value));
  return buffer;
}

std::string written_out(std::uint32_t c) {
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  if (c == '\r') return "\\r";
  return hexadecimal(c < 0x80 ? "\\x%02x" : "\\u{%04x}", c);
}

std::string shortest(double value, int digits) {
  if (std::isnan(value)) return "nan";  // of either sign
  char buffer[40];
  const auto end = digits == 0
                       ? std::to_chars(buffer, buffer + sizeof buffer, value)
                       : std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
  return {buffer, end.ptr};
}

std::string with_entities(std::string_view text, std::string_view escaped) {
  std::string result;
  for (const char c : readable(text)) {
    if (escaped.find(c) == std::string_view::npos)
      result += c;
    else
      result += "&#" + std::to_string(static_cast<int>(c)) + ";";
  }
  return result;
}

}  // namespace

std::string readable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = decode_utf8(text);
    const std::size_t taken = point.length == 0 ? 1 : point.length;
    if (point.length == 0)
      result += hexadecimal("\\x%02x", static_cast<unsigned char>(text[0]));
    else if (is_harmful(point.value))
      result += written_out(point.value);
    else
      result += text.substr(0, taken);
    text.remove_prefix(taken);
  }
  return result;
}

std::string html(std::string_view text) { return with_entities(text, "&<>\"'"); }

std::string html_name(std::string_view text) {
  std::string result;
  for (const char c : html(text)) {
    result += c;
    if (c == '_' || c == '/' || c == '-') result += "<wbr>";
  }
  return result;
}

std::string markdown(std::string_view text) { return with_entities(text, "&<>|*_`[]\\~#"); }

std::string shell_quote(std::string_view text) {
  std::string result = "'";
  for (const char c : readable(text)) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
  const bool quotes = text.empty() || text.find_first_not_of(plain) != std::string_view::npos;
  return quotes ? shell_quote(text) : std::string(text);
}

std::string number(double value) { return shortest(value, 3); }

std::string exact_number(double value) { return shortest(value, 0); }

std::string grouped(std::int64_t value) {
  std::string digits = std::to_string(value);
  const int first = value < 0 ? 1 : 0;
  for (int at = static_cast<int>(digits.size()) - 3; at > first; at -= 3) digits.insert(at, ",");
  return digits;
}

std::string percent(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return "-";
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f %%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return buffer;
}

std::string fine_percent(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return "-";
  if (part == 0) return "0";
  const double share = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.2f %%", part < whole ? std::min(share, 99.99) : share);
  return buffer;
}

std::string duration(double milliseconds) {
  char buffer[48];
  if (milliseconds < 1000) {
    std::snprintf(buffer, sizeof buffer, "%.0f ms", milliseconds);
  } else if (milliseconds < 100e3) {
    std::snprintf(buffer, sizeof buffer, "%.1f s", milliseconds / 1e3);
  } else {
    const auto seconds = static_cast<long>(std::lround(milliseconds / 1e3));
    std::snprintf(buffer, sizeof buffer, "%ld min %ld s", seconds / 60, seconds % 60);
  }
  return buffer;
}

}  // namespace assay::reports
