// SPDX-License-Identifier: Apache-2.0
#include "reports/packs/manifest.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "reference/model/arithmetic.hpp"
#include "reference/model/contract.hpp"
#include "reports/record/text.hpp"
#include "reference/model/features.hpp"
#include "reference/model/case/older_lines.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

const char* word(EmptyRow row) { return row == EmptyRow::Zero ? "zero" : row == EmptyRow::Nan ? "nan" : "mean"; }
const char* word(EmptyLse lse) {
  return lse == EmptyLse::MinusInfinity ? "-inf" : lse == EmptyLse::PlusInfinity ? "inf" : "nan";
}

/// Distance to either side up to which keys are visible, the inclusive way; null for no limit.
Json window_side(const Problem& p, const std::optional<std::int64_t>& side) {
  if (!side) return nullptr;
  return *side - (p.convention.window_count == WindowCount::CountsSelf ? 1 : 0);
}

/// Position of query 0 on the key axis. Null: the batch's own key length less the query length.
Json offset_of(const Problem& p) {
  const Anchor& anchor = p.convention.anchor;
  if (anchor.kind == Anchor::Kind::Offset) return anchor.offset;
  if (anchor.kind == Anchor::Kind::TopLeft) return p.past;
  if (p.key_lengths) return nullptr;
  return p.extents.key_length - p.extents.query_length;
}

Json call_of(const Problem& p) {
  const Convention& c = p.convention;
  return {{"dtype", p.dtype.name},
          {"features", names_of_features(p)},
          {"scale", scale_value(p)},
          {"softcap", p.softcap ? Json(*p.softcap) : Json(nullptr)},
          {"softcap_last", c.cap_order == CapOrder::AfterBias},
          {"causal", p.causal},
          {"offset", offset_of(p)},
          {"window", {window_side(p, p.window.left), window_side(p, p.window.right)}},
          {"mask_hides", c.mask_true == MaskTrue::Hidden},
          {"heads_interleaved", c.head_map == HeadMap::Interleaved},
          {"empty_row", word(c.empty_row)},
          {"empty_lse", word(c.empty_lse)},
          {"lse_base_two", c.lse_base == LseBase::Two},
          {"dropout_probability", p.dropout.probability}};
}

/// The safetensors name of a format.
std::string file_name_of(const FloatFormat& format) {
  const std::string name(format.name);
  if (name.starts_with("fp")) return "F" + name.substr(2);
  if (name == "bf16") return "BF16";
  return name == "e4m3" ? "F8_E4M3" : "F8_E5M2";
}

Json tensor_of(const FloatFormat& format, const Index4& extents) {
  return {{"dtype", file_name_of(format)}, {"shape", extents}};
}

Json json_of(const PackCase& c) {
  Json wanted{{"out", tensor_of(c.problem.out, output_extents(c.problem))}};
  if (c.problem.lse) wanted["lse"] = tensor_of(lse_format(c.problem), lse_extents(c.problem));
  return {{"name", c.name},
          {"origin", readable(origin_text(c.origin))},
          {"problem", to_text(c.problem)},
          {"arithmetic", c.arithmetic},
          {"convention", to_text(c.problem.convention)},
          {"inputs", input_file(c)},
          {"checksum", c.checksum},
          {"outputs", output_file(c)},
          {"wanted", std::move(wanted)},
          {"call", call_of(c.problem)}};
}

bool is_file_stem(const std::string& name) {
  constexpr const char* letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !name.empty() && name.size() <= 200 && name.find_first_not_of(letters) == std::string::npos;
}

void check_arithmetic(const std::string& line) { parse_arithmetic(line); }

/// A field of a manifest, its words those of today.
Json present(const std::string& key, const Json& value) {
  const bool has_words = (key == "problem" || key == "convention") && value.is_string();
  return has_words ? Json(in_present_words(value.get<std::string>())) : value;
}

PackCase case_of(const Json& j) {
  PackCase c;
  c.name = j.at("name").get<std::string>();
  if (!is_file_stem(c.name))
    throw UsageError("case '" + readable(c.name) + "': right would be a name of letters, digits, '_' and '-'");
  try {
    c.origin = parse_origin(readable(j.at("origin").get<std::string>()));
    c.problem = parse_problem(in_present_words(j.at("problem").get<std::string>()));
    c.arithmetic = j.at("arithmetic").get<std::string>();
    c.checksum = j.at("checksum").get<std::string>();
    check_arithmetic(c.arithmetic);
  } catch (const UsageError& error) {
    throw UsageError("case " + c.name + ": " + error.what());
  }
  const Json right = json_of(c);
  for (const auto& [key, value] : right.items())
    if (!j.contains(key) || present(key, j.at(key)).dump() != value.dump())
      throw UsageError("case " + c.name + ": '" + key + "' contradicts its problem line; right would be " +
                       readable(value.dump()));
  if (j.size() != right.size()) throw UsageError("case " + c.name + " has a field that version 1 does not know");
  return c;
}

Pack pack_of(const Json& j) {
  if (!j.is_object() || !j.contains("assay_pack")) throw UsageError("'assay_pack', the version, is missing");
  if (j.at("assay_pack") != Pack::version)
    throw UsageError("version " + readable(j.at("assay_pack").dump()) + "; this Assay reads version " +
                     std::to_string(Pack::version));
  Pack pack;
  pack.require = j.at("require").get<std::string>();
  if (!pack.require.empty()) check_arithmetic(pack.require);
  std::set<std::string> names;
  for (const Json& element : j.at("cases")) {
    pack.cases.push_back(case_of(element));
    if (!names.insert(pack.cases.back().name).second)
      throw UsageError("case " + pack.cases.back().name + " comes twice");
  }
  if (pack.cases.empty()) throw UsageError("it has no cases");
  return pack;
}

template <class Read>
auto reading(std::istream& in, const std::string& name, const char* what, Read&& read) {
  try {
    return read(Json::parse(in));
  } catch (const Json::exception& error) {
    throw UsageError(readable(name) + " is no " + what + ": " + readable(error.what()));
  } catch (const UsageError& error) {
    throw UsageError(readable(name) + " is no " + what + ": " + error.what());
  }
}

}  // namespace

std::string input_file(const PackCase& the_case) { return "inputs/" + the_case.name + ".safetensors"; }
std::string output_file(const PackCase& the_case) { return the_case.name + ".safetensors"; }

void write_manifest(const Pack& pack, std::ostream& out) {
  out << "{\"assay_pack\": " << Pack::version << ",\n\"require\": " << Json(pack.require).dump() << ",\n\"cases\": [";
  const char* before = "\n";
  for (const PackCase& the_case : pack.cases) {
    out << before << json_of(the_case).dump();
    before = ",\n";
  }
  out << "]}\n";
}

Pack read_manifest(std::istream& in, const std::string& name) {
  return reading(in, name, "manifest of a pack", pack_of);
}

RunnerNote read_runner_note(std::istream& in, const std::string& name) {
  using Reasons = std::map<std::string, std::string>;
  return reading(in, name, "runner's note", [](const Json& j) {
    if (!j.is_object()) throw UsageError("right would be an object");
    return RunnerNote{j.value("kernel", std::string()), j.value("description", std::string()),
                      j.value("build", std::string()),  j.value("skipped", Reasons()),
                      j.value("failed", Reasons()),     j.value("left_out", Reasons())};
  });
}

}  // namespace assay::reports
