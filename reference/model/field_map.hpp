// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace assay {

/// The key=value fields of a line by their key, to be changed before they are a line again.
using FieldMap = std::map<std::string, std::string>;

/// Sets the line's fields; what is there already under a key is replaced. Throws as split_fields() does.
void set_fields(std::string_view line, FieldMap& fields);

FieldMap field_map(std::string_view line);

/// In the order of the keys.
std::string to_text(const FieldMap& fields);

}  // namespace assay
