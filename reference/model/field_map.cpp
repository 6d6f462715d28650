// SPDX-License-Identifier: Apache-2.0
#include "reference/model/field_map.hpp"

#include "reference/model/text_fields.hpp"

namespace assay {

void set_fields(std::string_view line, FieldMap& fields) {
  for (const TextField& field : split_fields(line)) fields[std::string(field.key)] = field.value;
}

FieldMap field_map(std::string_view line) {
  FieldMap fields;
  set_fields(line, fields);
  return fields;
}

std::string to_text(const FieldMap& fields) {
  std::string line;
  for (const auto& [key, value] : fields) line += (line.empty() ? "" : " ") + key + "=" + value;
  return line;
}

}  // namespace assay
