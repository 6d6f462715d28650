// SPDX-License-Identifier: Apache-2.0
#include "reports/packs/grade.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "impls/provenance.hpp"
#include "reference/model/files/case_file.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/files/safetensors.hpp"
#include "reference/model/case/older_lines.hpp"
#include "reference/model/text_fields.hpp"
#include "reports/record/file.hpp"
#include "reports/record/text.hpp"

namespace fs = std::filesystem;

namespace assay::reports {
namespace {

using Given = std::variant<Outputs, properties::Faulted, properties::NotApplicable>;

/// Nobody filled the outputs beforehand: what looks like the mark of an unwritten element is a NaN like any other.
void clear_marks(Tensor& tensor) {
  if (!tensor.type().format.has_infinity()) return;
  const std::uint64_t mark = unwritten_bits(tensor.type().format);
  for_each_index(tensor.extents(), [&](const Index4& index) {
    if (tensor.bits(index) == mark) tensor.set_bits(index, mark - 1);
  });
}

/// A kernel that computes nothing: it returns the outputs of one case as they were found.
class Found : public impls::FromOutside {
 public:
  Found(const RunnerNote& note, Arithmetic declared, Given given)
      : name_(note.kernel),
        description_(note.description),
        build_(note.build),
        declared_(std::move(declared)),
        given_(std::move(given)) {}

  std::string name() const override { return name_; }
  std::string description() const override { return description_; }
  impls::Provenance provenance() const override { return {.name = "", .version = "", .build = build_, .lost = {}}; }
  Arithmetic arithmetic(const Problem&) const override { return declared_; }
  impls::Support supports(const Problem&) const override {
    if (const auto* refused = std::get_if<properties::NotApplicable>(&given_))
      return impls::Support::no(refused->reason);
    return impls::Support::yes();
  }
  void run(const Problem&, const Inputs&, Outputs& outputs) const override {
    if (const auto* fault = std::get_if<properties::Faulted>(&given_))
      throw impls::KernelFault(std::string(name_of(fault->kind)), fault->where);
    outputs.out = std::get<Outputs>(given_).out;
    outputs.lse = std::get<Outputs>(given_).lse;
  }

 private:
  std::string name_;
  std::string description_;
  std::string build_;
  Arithmetic declared_;
  Given given_;
};

/// Nothing is declared where the line is the preset's: the report then says so.
Arithmetic declared_by(const std::string& line, const Problem& problem) {
  const Arithmetic arithmetic = parse_arithmetic(line);
  return arithmetic == arithmetic_preset(problem.dtype.name) ? Arithmetic{} : arithmetic;
}

/// What is asked, with what another convention returns where it differs from it.
Convention returned_as(const Convention& returned, Convention asked) {
  asked.empty_row = returned.empty_row;
  asked.empty_lse = returned.empty_lse;
  asked.lse_base = returned.lse_base;
  return asked;
}

/// One case and its outputs.
struct Answer {
  Problem problem;  ///< what they answer
  Arithmetic declared;
  Given given;
};

/// Files beside the outputs that no case asks for.
std::set<std::string> stray_files(const Pack& pack, const fs::path& outputs) {
  std::set<std::string> known{"run.json"}, found;
  for (const PackCase& the_case : pack.cases) known.insert(output_file(the_case));
  for (const fs::directory_entry& entry : fs::directory_iterator(outputs))
    if (const std::string name = entry.path().filename().string(); !known.contains(name)) found.insert(name);
  return found;
}

/// Cases by name, and the file under another name that says it answers them.
std::map<std::string, fs::path> misnamed(const Pack& pack, const fs::path& outputs) {
  std::map<std::string, fs::path> files;
  for (const std::string& name : stray_files(pack, outputs)) {
    if (!name.ends_with(".safetensors")) continue;
    try {
      const Safetensors file = read_safetensors(outputs / name);
      if (const auto said = file.metadata.find("case"); said != file.metadata.end())
        files.emplace(said->second, outputs / name);
    } catch (const std::runtime_error&) {  // it stays a stray
    }
  }
  return files;
}

class Reader {
 public:
  Reader(const Pack& pack, const GradeRequest& request, const RunnerNote& note)
      : request_(request),
        note_(note),
        misnamed_(misnamed(pack, request.outputs)) {}

  Answer operator()(const PackCase& the_case) const {
    Answer answer{the_case.problem, declared_by(the_case.arithmetic, the_case.problem), {}};
    if (note_.left_out.contains("lse")) answer.problem.lse = false;
    try {
      read(the_case, answer);
    } catch (const EnvironmentError& error) {
      answer.given = properties::Faulted{FaultKind::OutputMissing, error.what()};
    } catch (const UsageError& error) {
      answer.given = properties::Faulted{FaultKind::OutputMalformed, error.what()};
    }
    return answer;
  }

 private:
  void read(const PackCase& the_case, Answer& answer) const {
    const fs::path path = request_.outputs / output_file(the_case);
    std::error_code error;
    if (!fs::exists(path, error)) {
      answer.given = absent(the_case, path);
      return;
    }
    if (fs::is_directory(path, error))
      throw UsageError(path.string() + ": it is a directory; right would be a safetensors file");
    OutputsFile file = load_outputs(path, answer.problem);
    for (const auto& [key, right] : {std::pair("case", the_case.name), std::pair("checksum", the_case.checksum)})
      if (file.metadata.contains(key) && file.metadata[key] != right) {
        answer.given =
            properties::Faulted{FaultKind::OutputMisnamed, path.string() + ": __metadata__ '" + key + "' is '" +
                                                               file.metadata[key] + "', not '" + right + "'"};
        return;
      }
    clear_marks(file.outputs.out);
    if (file.outputs.lse) clear_marks(*file.outputs.lse);
    answer.given = std::move(file.outputs);
    const auto take = [&](const char* key, auto parse) {
      const auto found = file.metadata.find(key);
      if (found == file.metadata.end()) return;
      try {
        parse(found->second);
      } catch (const UsageError& wrong) {
        throw UsageError(path.string() + ": __metadata__ '" + key + "': " + wrong.what());
      }
    };
    take("arithmetic", [&](const std::string& line) { answer.declared = parse_arithmetic(line); });
    take("convention", [&](const std::string& line) { follow(in_present_words(line), answer); });
  }

  Given absent(const PackCase& the_case, const fs::path& path) const {
    if (const auto found = note_.skipped.find(the_case.name); found != note_.skipped.end())
      return properties::NotApplicable{found->second};
    if (const auto found = note_.failed.find(the_case.name); found != note_.failed.end())
      return properties::Faulted{FaultKind::Exception, found->second};
    if (const auto found = misnamed_.find(the_case.name); found != misnamed_.end())
      return properties::Faulted{FaultKind::OutputMisnamed,
                                 found->second.string() + ": its __metadata__ says that it answers " +
                                     "this case; right would be the name " + output_file(the_case)};
    return properties::Faulted{FaultKind::OutputMissing, path.string()};
  }

  /// "torch empty=nan": the preset says what is returned, a choice by name also how the inputs were read.
  static void follow(const std::string& line, Answer& answer) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    Convention& asked = answer.problem.convention;
    Convention declared = returned_as(convention_preset(line.substr(0, blank)), asked);
    for (const TextField& field : split_fields(std::string_view(line).substr(blank)))
      if (!set_choice(declared, field.key, field.value))
        throw UsageError("'" + std::string(field.key) + "' is no choice of a convention");
    if (returned_as(asked, declared) != asked)
      answer.given = properties::NotApplicable{"the outputs follow the convention '" + line + "'"};
    asked = returned_as(declared, asked);
  }

  const GradeRequest& request_;
  const RunnerNote& note_;
  std::map<std::string, fs::path> misnamed_;
};

RunnerNote note_of(const GradeRequest& request) {
  RunnerNote note;
  const fs::path path = request.outputs / "run.json";
  if (fs::exists(path)) {
    std::istringstream text(read_file(path));
    note = read_runner_note(text, path.string());
  }
  if (!request.name.empty()) note.kernel = request.name;
  if (note.kernel.empty()) note.kernel = fs::absolute(request.outputs / "").parent_path().filename().string();
  if (note.description.empty()) note.description = "outputs in files";
  if (note.build.empty()) note.build = "files";
  return note;
}

std::vector<PackCase> chosen(const Pack& pack, const std::vector<std::string>& names) {
  if (names.empty()) return pack.cases;
  std::vector<PackCase> cases;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(pack.cases, name, &PackCase::name);
    if (found == pack.cases.end())
      throw UsageError("the pack has no case '" + readable(name) + "'; right would be " + pack.cases.front().name +
                       " to " + pack.cases.back().name);
    cases.push_back(*found);
  }
  return cases;
}

properties::Call call_of(const GradeRequest& request, const PackCase& the_case) {
  CaseFile file = load_case_file(request.pack / input_file(the_case));
  if (file.problem != the_case.problem)
    throw UsageError(input_file(the_case) + " holds another problem than the manifest says: " + to_text(file.problem));
  return {std::move(file.problem), std::move(file.inputs)};
}

/// Files that answer nothing and reasons for cases that there are not: each may be a case's output under a wrong name.
std::vector<Uncovered> strays(const Pack& pack, const GradeRequest& request, const RunnerNote& note) {
  std::set<std::string> cases;
  for (const PackCase& the_case : pack.cases) cases.insert(the_case.name);
  constexpr Uncovered::Kind kind = Uncovered::Kind::Output;
  std::vector<Uncovered> list;
  for (const std::string& name : stray_files(pack, request.outputs))
    list.push_back({.what = kind, .name = name, .reason = "no case of the pack has outputs of this name"});
  for (const auto* reasons : {&note.skipped, &note.failed})
    for (const auto& [name, why] : *reasons)
      if (!cases.contains(name))
        list.push_back({.what = kind, .name = "run.json", .reason = "the pack has no case " + name});
  for (const auto& [name, why] : note.left_out)
    if (name == "lse")
      list.push_back({.what = kind, .name = "lse", .reason = "not returned by the kernel: " + why});
    else
      list.push_back(
          {.what = kind, .name = "run.json", .reason = "left_out names '" + name + "'; only lse may be left out"});
  return list;
}

}  // namespace

GivenOutputs read_outputs(const Pack& pack, const GradeRequest& request) {
  if (!fs::is_directory(request.outputs))
    throw EnvironmentError(readable(request.outputs.string()) + " is no folder of outputs");
  const RunnerNote note = note_of(request);
  GivenOutputs given;
  const Reader read(pack, request, note);
  for (const PackCase& the_case : chosen(pack, request.cases)) {
    properties::Call call = call_of(request, the_case);
    Answer answer = read(the_case);
    call.problem = answer.problem;
    Exhibit exhibit{.origin = the_case.origin, .source = std::move(call)};
    exhibit.origin.of += (exhibit.origin.of.empty() ? "case " : ", case ") + the_case.name;
    exhibit.answer = std::make_shared<Found>(note, std::move(answer.declared), std::move(answer.given));
    exhibit.again = "assay grade " + shell_word(fs::absolute(request.pack).string()) + " " +
                    shell_word(fs::absolute(request.outputs).string()) + " --case " + the_case.name;
    if (!request.name.empty()) exhibit.again += " --name " + shell_word(request.name);
    given.exhibits.push_back(std::move(exhibit));
  }
  if (request.cases.empty()) given.uncovered = strays(pack, request, note);
  return given;
}

}  // namespace assay::reports
