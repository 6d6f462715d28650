// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <istream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "reference/model/case/older_lines.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/text_fields.hpp"
#include "reports/record/backend.hpp"
#include "reports/record/record.hpp"
#include "reports/record/text.hpp"
#include "reports/record/record_fields.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;
using Backends = std::map<std::string, Backend>;

/// A member that is as it was made is left out where the description allows it.
bool is_blank(bool value) { return !value; }
bool is_blank(const std::string& text) { return text.empty(); }
bool is_blank(const ErrorStatistics& statistics) { return statistics.elements == 0; }
bool is_blank(const impls::Provenance& library) {
  return library.name.empty() && library.version.empty() && library.build.empty();
}
template <class T>
bool is_blank(const std::vector<T>& list) {
  return list.empty();
}

/// The words of an enumeration in a record.
constexpr const auto& words_of(FaultKind) { return impls::fault_kind_words; }
constexpr const auto& words_of(properties::ArithmeticSource) { return properties::arithmetic_source_words; }
constexpr const auto& words_of(Uncovered::Kind) { return Uncovered::kind_words; }

template <class T>
concept Worded = requires(T value) {
  words_of(value);
};
template <class T>
constexpr bool is_row = std::same_as<T, ComparedRule::Measured>;

// Writing.

/// Makes the value of each member; its structs become objects, with the backends of the run's kernels at hand.
class Writer {
 public:
  explicit Writer(const Backends& backends) : backends_(backends) {}

  template <class T>
  void operator()(std::string_view name, const T& member) {
    json_[std::string(name)] = value_of(member);
  }

  template <class T>
  void optional(std::string_view name, const T& member) {
    if (!is_blank(member)) (*this)(name, member);
  }

  template <class T>
  void line(std::string_view name, const T& member) {
    (*this)(name, member);
  }

  void derived(std::string_view name, const auto& function) {
    const auto value = function();
    if (!is_blank(value)) (*this)(name, value);
  }

  void verdict(const Verdict& verdict) {
    (*this)("verdict", std::string(name_of(properties::kind_of(verdict))));
    std::visit([&](const auto& carried) { fields(*this, carried); }, verdict);
  }

  void backend(const std::string& kernel) {
    const Backend backend = backend_of(kernel);
    Json& json = json_["backend"] = Json{{"kind", std::string(name_of(backend.kind))}};
    for (const auto& [key, value] : backend.facts) json[key] = readable(value);
  }

  void label(const std::string& kernel) { json_["backend"] = std::string(name_of(backend_of(kernel).kind)); }

  void time(const std::string& kernel, double milliseconds) {
    if (backend_of(kernel).has_speed()) (*this)("milliseconds", milliseconds);
  }

  Json value_of(double value) const {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return value;
  }
  Json value_of(const std::integral auto& value) const { return value; }
  Json value_of(const std::string& text) const { return readable(text); }
  Json value_of(const Origin& origin) const { return readable(origin_text(origin)); }
  Json value_of(const Worded auto& value) const { return std::string(word_of(value, words_of(value))); }

  template <class T, std::size_t N>
  Json value_of(const std::array<T, N>& values) const {
    return values;
  }

  template <class T>
  Json value_of(const std::vector<T>& list) const {
    Json json = Json::array();
    for (const T& element : list) json.push_back(value_of(element));
    return json;
  }

  template <class T>
  Json value_of(const T& object) const {
    Writer writer(backends_);
    fields(writer, object);
    if constexpr (!is_row<T>) return std::move(writer.json_);
    Json row = Json::array();
    for (Json& value : writer.json_) row.push_back(std::move(value));
    return row;
  }

 private:
  Backend backend_of(const std::string& kernel) const {
    const auto found = backends_.find(kernel);
    return found == backends_.end() ? Backend{} : found->second;
  }

  const Backends& backends_;
  Json json_ = Json::object();
};

/// Writes the run itself: one field a line, and of a list of structs one element a line, so that two records can be
/// compared line by line.
class RunWriter {
 public:
  RunWriter(const Run& run, std::ostream& out) : backends_(backends_of(run)), out_(out) { fields(*this, run); }
  ~RunWriter() { out_ << "}\n"; }

  template <class T>
  void operator()(std::string_view name, const T& member) {
    begin(name);
    out_ << Writer(backends_).value_of(member).dump();
  }

  template <class T>
  void operator()(std::string_view name, const std::vector<T>& list) {
    begin(name);
    out_ << "[";
    const char* before = "\n";
    for (const T& element : list) {
      out_ << before << Writer(backends_).value_of(element).dump();
      before = ",\n";
    }
    out_ << "]";
  }

  template <class T>
  void optional(std::string_view name, const T& member) {
    if (!is_blank(member)) (*this)(name, member);
  }

  void derived(std::string_view name, const auto& function) { (*this)(name, function()); }

 private:
  void begin(std::string_view name) {
    out_ << before_ << "\"" << name << "\": ";
    before_ = ",\n";
  }

  Backends backends_;
  std::ostream& out_;
  const char* before_ = "{";
};

// Reading.

/// Fills each member from an object.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}

  template <class T>
  void operator()(std::string_view name, T& member) {
    read(json_.at(std::string(name)), member);
  }

  template <class T>
  void optional(std::string_view name, T& member) {
    if (json_.contains(std::string(name))) (*this)(name, member);
  }

  void line(std::string_view name, std::string& line) {
    (*this)(name, line);
    line = in_present_words(line);
  }
  void line(std::string_view name, std::vector<std::string>& lines) {
    (*this)(name, lines);
    for (std::string& line : lines) line = in_present_words(line);
  }

  void derived(std::string_view, const auto&) {}
  void backend(const std::string&) {}
  void label(const std::string&) {}
  void time(const std::string&, double& milliseconds) { optional("milliseconds", milliseconds); }

  void verdict(Verdict& verdict) {
    std::string word;
    (*this)("verdict", word);
    const auto read_all = [&]<std::size_t... n>(std::index_sequence<n...>) {
      return (read_as<n>(word, verdict) || ...);
    };
    if (!read_all(std::make_index_sequence<properties::all_verdicts.size()>()))
      throw UsageError("unknown verdict '" + readable(word) + "'");
  }

 private:
  /// Whether the word is that of the n-th verdict, which is then read.
  template <std::size_t n>
  bool read_as(const std::string& word, Verdict& verdict) {
    if (word != properties::all_verdicts[n].word) return false;
    fields(*this, verdict.emplace<n>());
    return true;
  }

  static void read(const Json& json, double& value) {
    if (!json.is_string()) {
      value = json.get<double>();
      return;
    }
    const auto text = json.get<std::string>();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (text != "inf" && text != "-inf" && text != "nan")
      throw UsageError("'" + readable(text) + "' is no number; right would be a number, inf, -inf or nan");
    value = text == "inf" ? infinity : text == "-inf" ? -infinity : std::numeric_limits<double>::quiet_NaN();
  }

  static void read(const Json& json, std::integral auto& value) { json.get_to(value); }
  static void read(const Json& json, std::string& text) { json.get_to(text); }
  static void read(const Json& json, Origin& origin) { origin = parse_origin(readable(json.get<std::string>())); }

  static void read(const Json& json, Worded auto& value) {
    value = parse_word("record", readable(json.get<std::string>()), words_of(value));
  }

  template <class T, std::size_t N>
  static void read(const Json& json, std::array<T, N>& values) {
    json.get_to(values);
  }

  template <class T>
  static void read(const Json& json, std::vector<T>& list) {
    list.clear();
    for (const Json& element : json) read(element, list.emplace_back());
  }

  template <class T>
  static void read(const Json& json, T& object) {
    if constexpr (is_row<T>) {
      RowReader reader{json};
      fields(reader, object);
    } else {
      Reader reader(json);
      fields(reader, object);
    }
  }

  struct RowReader {
    const Json& json;
    std::size_t next = 0;
    template <class T>
    void operator()(std::string_view, T& member) {
      read(json.at(next++), member);
    }
  };

  const Json& json_;
};

Run run_of(const Json& json) {
  if (json.at("schema") != Run::schema_version)
    throw UsageError("schema " + json.at("schema").dump() + "; this reads schema " +
                     std::to_string(Run::schema_version));
  Run run;
  Reader reader(json);
  fields(reader, run);
  return run;
}

}  // namespace

void write_record(const Run& run, std::ostream& out) { RunWriter(run, out); }

Run read_record(std::istream& in, const std::string& name) {
  try {
    return run_of(Json::parse(in));
  } catch (const Json::exception& error) {
    const std::string what = error.id < 200 ? "[] it is no JSON" : error.what();  // "[json.exception.403] key ..."
    throw UsageError(readable(name) + " is no run record: " + readable(what.substr(what.find("] ") + 2)) +
                     "; right would be a report.json that `assay check --out DIR` wrote");
  } catch (const UsageError& error) {
    throw UsageError(readable(name) + " is no run record: " + error.what());
  }
}

}  // namespace assay::reports
