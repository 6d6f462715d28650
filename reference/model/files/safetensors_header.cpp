// SPDX-License-Identifier: Apache-2.0
#include "reference/model/files/safetensors_header.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "reference/model/contract.hpp"

namespace assay {
namespace {

using nlohmann::json;

/// The parser's events; `place_` says what the next value belongs to.
class HeaderReader : public nlohmann::json_sax<json> {
 public:
  explicit HeaderReader(const std::string& origin) : origin_(origin) {}
  Header take() { return std::move(header_); }

  bool null() override { return stray("null"); }
  bool boolean(bool) override { return stray("a truth value"); }
  bool number_integer(number_integer_t value) override { return stray(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) override { return stray(text.substr(0, 40)); }
  bool binary(binary_t&) override { return stray("binary data"); }

  bool number_unsigned(number_unsigned_t value) override {
    if (place_ == Place::Shape) {
      entry_.shape.push_back(value);
    } else if (place_ == Place::Offsets && offsets_seen_ < 2) {
      entry_.offsets[offsets_seen_++] = value;
    } else {
      return stray(std::to_string(value));
    }
    return true;
  }

  bool string(string_t& value) override {
    if (place_ == Place::MetadataValue) {
      header_.metadata[key_] = value;
      place_ = Place::Metadata;
    } else if (place_ == Place::Dtype) {
      entry_.dtype = value;
      place_ = Place::Tensor;
    } else {
      return stray(printable(value));
    }
    return true;
  }

  bool start_object(std::size_t) override {
    if (place_ == Place::Start) {
      place_ = Place::Top;
    } else if (place_ == Place::TopValue) {
      fields_.clear();
      entry_ = {};
      entry_.name = key_;
      place_ = key_ == "__metadata__" ? Place::Metadata : Place::Tensor;
    } else {
      return stray("an object");
    }
    return true;
  }

  bool key(string_t& name) override {
    if (place_ == Place::Tensor) return tensor_field(name);
    std::set<std::string>& seen = place_ == Place::Top ? names_ : fields_;
    if (!seen.insert(name).second)
      refuse((place_ == Place::Top ? "name " : "__metadata__: key ") + printable(name) + " appears twice");
    key_ = name;
    place_ = place_ == Place::Top ? Place::TopValue : Place::MetadataValue;
    return true;
  }

  bool end_object() override {
    if (place_ == Place::Tensor) {
      for (const char* field : {"dtype", "shape", "data_offsets"})
        if (!fields_.contains(field)) refuse(where() + "no " + field);
      header_.entries.push_back(std::move(entry_));
    }
    place_ = place_ == Place::Top ? Place::End : Place::Top;
    return true;
  }

  bool start_array(std::size_t) override {
    if (place_ == Place::ShapeStart)
      place_ = Place::Shape;
    else if (place_ == Place::OffsetsStart)
      place_ = Place::Offsets;
    else
      return stray("an array");
    return true;
  }

  bool end_array() override {
    if (place_ == Place::Offsets && offsets_seen_ != 2)
      refuse(where() + "data_offsets must be two integers, [begin, end]");
    place_ = Place::Tensor;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    refuse("the header is not JSON: error at byte " + std::to_string(position) + " of the header");
  }

 private:
  enum class Place {
    Start,
    Top,
    TopValue,
    Metadata,
    MetadataValue,
    Tensor,
    Dtype,
    ShapeStart,
    Shape,
    OffsetsStart,
    Offsets,
    End
  };

  [[noreturn]] void refuse(const std::string& what) const { throw UsageError(origin_ + ": " + what); }
  std::string where() const { return "tensor " + printable(entry_.name) + ": "; }

  bool tensor_field(const std::string& name) {
    if (!fields_.insert(name).second) refuse(where() + "field " + printable(name) + " appears twice");
    offsets_seen_ = 0;
    if (name == "dtype")
      place_ = Place::Dtype;
    else if (name == "shape")
      place_ = Place::ShapeStart;
    else if (name == "data_offsets")
      place_ = Place::OffsetsStart;
    else
      refuse(where() + "unknown field " + printable(name) + "; the fields are dtype, shape and data_offsets");
    return true;
  }

  [[noreturn]] bool stray(const std::string& what) const {
    switch (place_) {
      case Place::Start: refuse("the header is " + what + "; it must be an object");
      case Place::TopValue: refuse("name " + printable(key_) + ": found " + what + " where an object must stand");
      case Place::MetadataValue:
        refuse("__metadata__: " + printable(key_) + ": found " + what + " where a string must stand");
      case Place::Dtype: refuse(where() + "dtype: found " + what + " where a string must stand");
      case Place::ShapeStart:
      case Place::Shape: refuse(where() + "shape: found " + what + "; it must be an array of non-negative integers");
      default:
        refuse(where() + "data_offsets: found " + what + "; they must be two non-negative integers, [begin, end]");
    }
  }

  const std::string& origin_;
  Header header_;
  Place place_ = Place::Start;
  std::string key_;
  HeaderEntry entry_;
  std::size_t offsets_seen_ = 0;
  std::set<std::string> names_;
  std::set<std::string> fields_;
};

}  // namespace

Header parse_header(std::string_view text, const std::string& origin) {
  if (!text.starts_with('{')) throw UsageError(origin + ": the header must begin with '{'; not a safetensors file?");
  HeaderReader reader(origin);
  json::sax_parse(text.begin(), text.end(), &reader);
  return reader.take();
}

std::string print_header(const Header& header) {
  json object = json::object();
  if (!header.metadata.empty()) object["__metadata__"] = header.metadata;
  for (const HeaderEntry& entry : header.entries) {
    if (entry.name == "__metadata__") throw UsageError("a tensor cannot be named __metadata__ in a safetensors file");
    object[entry.name] = {{"dtype", entry.dtype}, {"shape", entry.shape}, {"data_offsets", entry.offsets}};
  }
  try {
    return object.dump();
  } catch (const json::type_error& error) {
    throw UsageError(std::string("names and metadata of a safetensors file must be UTF-8: ") + error.what());
  }
}

std::string printable(std::string_view text) {
  std::string result = "'";
  for (const char c : text.substr(0, 80)) {
    char hex[5];
    std::snprintf(hex, sizeof hex, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? std::string(hex) : std::string(1, c);
  }
  return result + (text.size() > 80 ? "..." : "") + "'";
}

}  // namespace assay
