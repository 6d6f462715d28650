// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::reports {

/// A string from anywhere as one line of harmless, valid UTF-8: control characters, bytes that are not UTF-8,
/// noncharacters and direction overrides are written out ("\x1b", "\n", "\u{202e}"), everything else stays.
std::string readable(std::string_view text);

/// readable(), with the characters that HTML and XML give a meaning to replaced by entities.
std::string html(std::string_view text);

/// html() of a name, which may be broken after "_", "/" and "-" where a line is too short for it, and nowhere else.
std::string html_name(std::string_view text);

/// readable(), with the characters that Markdown gives a meaning to in a table cell taken out of service.
std::string markdown(std::string_view text);

/// readable(), as a single-quoted word of a POSIX shell.
std::string shell_quote(std::string_view text);
/// The same, unquoted where nothing needs quoting.
std::string shell_word(std::string_view text);

/// Three significant digits; "inf", "nan" for those.
std::string number(double value);
/// All digits that distinguish the double.
std::string exact_number(double value);
/// "12,345".
std::string grouped(std::int64_t value);
/// "2.9 %"; "-" of nothing.
std::string percent(std::int64_t part, std::int64_t whole);
/// "2.94 %"; "100.00 %" of all alone, "0" of none, "-" of nothing.
std::string fine_percent(std::int64_t part, std::int64_t whole);
/// "7 ms", "3.2 s", "4 min 10 s".
std::string duration(double milliseconds);

}  // namespace assay::reports
